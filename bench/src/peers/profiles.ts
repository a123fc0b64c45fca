/** Who an account's holder is, read once per account and kept. */
import type { Pool } from "pg"

export interface Profile {
  readonly name: string
  readonly taxId: string
}

/** As many accounts as Pesoreal keeps. */
const capacity = 10_000

export const makeProfiles = (pool: Pool) => {
  const profiles = new Map<number, Profile>()
  return async (accountId: number): Promise<Profile> => {
    const known = profiles.get(accountId)
    if (known !== undefined) return known
    const { rows } = await pool.query<{ readonly holder_name: string; readonly holder_tax_id: string }>(
      "SELECT holder_name, holder_tax_id FROM accounts WHERE account_id = $1",
      [accountId],
    )
    const row = rows[0]
    if (row === undefined) throw new Error(`account ${accountId} has a token and no row`)
    const profile = { name: row.holder_name, taxId: row.holder_tax_id }
    if (profiles.size >= capacity) profiles.clear()
    profiles.set(accountId, profile)
    return profile
  }
}

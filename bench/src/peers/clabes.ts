/** The peer's disposable CLABEs: 846, the account's route, a serial out of a block reserved per process, the check digit. */
import type { Pool } from "pg"

/** As many as Pesoreal reserves at once. */
const blockSize = 500

interface Block {
  readonly route: number
  next: number
  readonly end: number
}

/** The weights 3, 7, 1 repeat over the first 17 digits. */
export const withCheckDigit = (first17: string): string => {
  let total = 0
  for (let index = 0; index < 17; index++) {
    total += (first17.charCodeAt(index) - 48) * (index % 3 === 0 ? 3 : index % 3 === 1 ? 7 : 1)
  }
  return first17 + String((10 - (total % 10)) % 10)
}

const clabeOf = (route: number, serial: number): string =>
  withCheckDigit(`846${String(route).padStart(6, "0")}${String(serial).padStart(8, "0")}`)

/** Answers the next CLABE of an account. */
export const makeClabes = (pool: Pool) => {
  const blocks = new Map<number, Block>()
  const reserving = new Map<number, Promise<void>>()

  const reserve = async (accountId: number): Promise<void> => {
    const { rows } = await pool.query<{ readonly route: number; readonly first: number }>({
      name: "reserve-serials",
      text: `UPDATE clabe_routes SET next_serial = next_serial + $2
        WHERE route = (SELECT max(route) FROM clabe_routes WHERE account_id = $1)
        RETURNING route, next_serial - $2::int AS first`,
      values: [accountId, blockSize],
    })
    const row = rows[0]
    if (row === undefined) throw new Error(`account ${accountId} has no CLABE route`)
    blocks.set(accountId, { route: row.route, next: row.first, end: row.first + blockSize })
  }

  const fromMemory = (accountId: number): string | undefined => {
    const block = blocks.get(accountId)
    return block === undefined || block.next >= block.end ? undefined : clabeOf(block.route, block.next++)
  }

  /** One reservation at a time for an account; whoever comes meanwhile waits for the same one. */
  const reserved = (accountId: number): Promise<void> => {
    const running = reserving.get(accountId)
    if (running !== undefined) return running
    const started = reserve(accountId).finally(() => reserving.delete(accountId))
    reserving.set(accountId, started)
    return started
  }

  const next = async (accountId: number): Promise<string> => {
    for (;;) {
      const clabe = fromMemory(accountId)
      if (clabe !== undefined) return clabe
      await reserved(accountId)
    }
  }
  return (accountId: number): string | Promise<string> => fromMemory(accountId) ?? next(accountId)
}

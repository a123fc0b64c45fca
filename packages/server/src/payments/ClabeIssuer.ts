/**
 * Disposable CLABEs: 846 (a test prefix, so that nobody can pay one by mistake), the account's route in six digits, a
 * serial in eight, and the check digit (decisions, section 3). The route tells whose charge an incoming deposit is for;
 * a serial is never used twice, so no CLABE is issued again.
 */
import { Clabe } from "@pesoreal/core"
import { Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { allocateRoute } from "../identity/clabeRoutes.ts"

const testBank = "846"
export const serialsPerRoute = 100_000_000
/** Serials reserved at once. A crash loses the rest of its block, which costs nothing. */
const blockSize = 500
/** Accounts whose block is kept in memory; beyond it the oldest blocks are dropped. */
const maximumBlocks = 10_000

interface Block {
  readonly route: number
  next: number
  readonly end: number
}

export class ClabeIssuer extends Context.Service<
  ClabeIssuer,
  { readonly next: (accountId: number) => Effect.Effect<string, SqlError.SqlError> }
>()("@pesoreal/server/payments/ClabeIssuer") {
  static readonly layer = Layer.effect(
    ClabeIssuer,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reserving = yield* Semaphore.make(1)
      const blocks = new Map<number, Block>()

      const fromMemory = (accountId: number): string | undefined => {
        const block = blocks.get(accountId)
        if (block === undefined || block.next >= block.end) return undefined
        return clabeOf(block.route, block.next++)
      }
      const reserve = Effect.fnUntraced(function* (accountId: number) {
        const block = (yield* reserveBlock(sql, accountId)) ?? (yield* reserveOnNewRoute(sql, accountId))
        if (blocks.size >= maximumBlocks) {
          const [oldest] = blocks.keys()
          if (oldest !== undefined) blocks.delete(oldest)
        }
        blocks.set(accountId, block)
      })

      return ClabeIssuer.of({
        next: Effect.fnUntraced(function* (accountId) {
          for (;;) {
            const clabe = fromMemory(accountId)
            if (clabe !== undefined) return clabe
            yield* Effect.suspend(() => {
              const block = blocks.get(accountId)
              return block !== undefined && block.next < block.end ? Effect.void : reserve(accountId)
            }).pipe(reserving.withPermit)
          }
        }),
      })
    }),
  )
}

/** The CLABE of a route and a serial. */
export const clabeOf = (route: number, serial: number): string => {
  const digits = String(route).padStart(6, "0") + String(serial).padStart(8, "0")
  const clabe = Clabe.fromParts({ bank: testBank, plaza: digits.slice(0, 3), account: digits.slice(3) })
  // Routes have six digits and serials eight, by the statements that give them out.
  if (!clabe.ok) throw new RangeError(`route ${route} and serial ${serial} make no CLABE`)
  return clabe.value.text
}

const reserveBlock = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: number) {
  const rows = yield* sql<{ readonly route: number; readonly first: number }>`
    UPDATE clabe_routes SET next_serial = next_serial + ${blockSize}
    WHERE route = (SELECT route FROM clabe_routes
      WHERE account_id = ${accountId} AND next_serial + ${blockSize} <= ${serialsPerRoute} ORDER BY route LIMIT 1)
      AND next_serial + ${blockSize} <= ${serialsPerRoute}
    RETURNING route, next_serial - ${blockSize} AS first`
  const row = rows[0]
  if (row === undefined) return undefined
  const block: Block = { route: row.route, next: row.first, end: row.first + blockSize }
  return block
})

/** An account that used up 100 million serials gets another route. */
const reserveOnNewRoute = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: number) {
  yield* allocateRoute(accountId).pipe(Effect.provideService(SqlClient.SqlClient, sql))
  const block = yield* reserveBlock(sql, accountId)
  return block ?? (yield* Effect.die(new Error(`account ${accountId} has no CLABE route to issue from`)))
})

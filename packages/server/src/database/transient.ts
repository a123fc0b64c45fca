/** Which errors of the database pass by themselves: worth a 503 and another try, and no reason to suspect the data. */
import type { SqlError } from "effect/sql"

const transient = new Set<SqlError.SqlErrorReason["_tag"]>([
  "ConnectionError",
  "StatementTimeoutError",
  "LockTimeoutError",
])

/**
 * SQLSTATEs of a server that takes no connections or statements for now, which sql-pg does not know apart: it starts or stops
 * (57P), lacks resources (53, too many connections among them), or its database is closed for maintenance (55000).
 */
const refusedForNow = /^(57P..|53...|55000)$/u

export const isTransient = ({ reason: { _tag, cause } }: SqlError.SqlError): boolean =>
  transient.has(_tag) ||
  (cause instanceof Error && "code" in cause && typeof cause.code === "string" && refusedForNow.test(cause.code))

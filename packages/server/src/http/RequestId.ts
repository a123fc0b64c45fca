/** The id of the request being answered: in the `x-request-id` header, in every error body, and in the log. */
import { Context } from "effect"

/** An incoming id of this grammar is kept (decisions, section 5). */
const acceptable = /^[A-Za-z0-9._-]{1,64}$/

export const RequestId = Context.Reference<string>("@pesoreal/server/http/RequestId", { defaultValue: () => "" })

export const requestIdOf = (incoming: string | undefined, make: () => string): string =>
  incoming !== undefined && acceptable.test(incoming) ? incoming : make()

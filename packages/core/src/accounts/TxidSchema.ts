/**
 * Schemas of a txid, of a dynamic charge and of a static code. There is nothing more that a rail would ask of one, so that
 * contract and strict level are the same. Neither changes the text.
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { shaped } from "../text/shapeSchema.ts"
import { parse } from "./Txid.ts"

/**
 * The txid of a dynamic charge: 26 to 35 ASCII letters and digits (decisions, section 3).
 *
 * @example
 * ```ts
 * import { TxidSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(TxidSchema.DynamicTxid)
 * accepts("7978c0c97ea847e78e8849634473c1f1") // => true
 * accepts("7978c0c9-7ea8-47e7-8e88-49634473c1f1") // => false
 * ```
 */
export const DynamicTxid: Schema.String = shaped({
  pattern: /^[0-9A-Za-z]{26,35}$/u,
  notText: "must be a string of 26 to 35 letters and digits",
  notLike: "must be 26 to 35 letters and digits",
})

/**
 * The txid of a static code: 1 to 25 ASCII letters and digits, or `***` for none.
 *
 * @example
 * ```ts
 * import { TxidSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(TxidSchema.StaticTxid)
 * accepts("PEDIDO42") // => true
 * accepts("***") // => true
 * accepts("PEDIDO-42") // => false
 * ```
 */
export const StaticTxid: Schema.String = shaped({
  pattern: /^(?:[0-9A-Za-z]{1,25}|[*]{3})$/u,
  notText: "must be a string of 1 to 25 letters and digits",
  notLike: "must be 1 to 25 letters and digits, or ***",
})

/**
 * `Txid.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { TxidSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(TxidSchema.parseEffect("PEDIDO42")).kind // => "static"
 * ```
 */
export const parseEffect = lift(parse)

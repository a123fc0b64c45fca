/**
 * Clave de rastreo, the tracking key of a SPEI transfer: what payer, payee and Banco de México know it by.
 *
 * The institution that sends makes it, and uses it once a day. It says whether a key is well formed, and never whether there is
 * such a transfer.
 */
import { type Parsed, type Problem, refuse } from "../Parsed.ts"

/** A tracking key. */
export interface TrackingKey {
  /** 1 to 30 characters of `0` to `9`, `A` to `Z` and `a` to `z`. Case counts. */
  readonly text: string
}

/** The most characters that SPEI's field holds. */
export const MAX_TRACKING_KEY_LENGTH = 30

/** Why {@link parse} refuses a text. */
export type ParseReason = "length" | "characters"

/**
 * Reads a tracking key: 1 to 30 ASCII letters and digits, which is what STP takes when it sends (its answer -34 is "Valor
 * inválido. Se aceptan caracteres a-z,A-Z,0-9"). Nothing is trimmed.
 *
 * @example
 * ```ts
 * import { TrackingKey } from "@pesoreal/core"
 *
 * TrackingKey.parse("BNET01002601310032041287").ok // => true
 *
 * const refused = TrackingKey.parse("CR-1564969083")
 * refused.ok ? {} : refused.errors[0] // => { reason: "characters", message: "must be letters and digits only", offset: 2 }
 * ```
 */
export const parse = (text: string): Parsed<TrackingKey, ParseReason> => {
  const errors: Array<Problem<ParseReason>> = []
  // Characters are code points, and no more of them are looked at than there may be.
  if (!/^[^]{1,30}$/u.test(text)) {
    errors.push({ reason: "length", message: "must have 1 to 30 characters" })
  }
  const offset = text.search(/[^\dA-Za-z]/)
  // All before it is ASCII, of one byte each.
  if (offset >= 0) errors.push({ reason: "characters", message: "must be letters and digits only", offset })
  const [first, ...rest] = errors
  return first ? { ok: false, errors: [first, ...rest], warnings: [] } : { ok: true, value: { text }, warnings: [] }
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import { TrackingKey } from "@pesoreal/core"
 *
 * TrackingKey.isTrackingKey("CR1564969083") // => true
 * TrackingKey.isTrackingKey("") // => false
 * ```
 */
export const isTrackingKey = (text: string): boolean => /^[\dA-Za-z]{1,30}$/.test(text)

/**
 * Makes the tracking key of a transfer out of the UUID that it has with us: a prefix of at most 5 letters and digits, and all
 * 128 bits in base 36, which are 25 characters. Different UUIDs make different keys, and the same one makes the same again, so
 * that a transfer can be looked up at the rail after a lost answer.
 *
 * @example
 * ```ts
 * import { TrackingKey } from "@pesoreal/core"
 *
 * const made = TrackingKey.fromUuid("01890a5d-ac96-774b-bcce-b302099a8057", "PSR")
 * made.ok && made.value.text // => "PSR039SRKJ01E44UYNSZF2F2NJH3"
 * ```
 */
export const fromUuid = (uuid: string, prefix = ""): Parsed<TrackingKey, "uuid" | "prefix"> => {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(uuid)) return refuse("uuid", "must be a UUID")
  if (!/^[\dA-Za-z]{0,5}$/.test(prefix)) return refuse("prefix", "must be at most 5 letters and digits")
  const digits = BigInt(`0x${uuid.replace(/-/g, "")}`).toString(36)
  return { ok: true, value: { text: prefix + digits.toUpperCase().padStart(25, "0") }, warnings: [] }
}

/**
 * Until when a charge can be paid, when it is swept, and what confirms it.
 *
 * These are functions of the instants that they are given, in milliseconds since 1970, and read no clock. An instant that is
 * no number keeps nothing open.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"
import type * as PixCashIn from "./PixCashIn.ts"
import type * as RetailCharge from "./RetailCharge.ts"
import type * as SpeiCashIn from "./SpeiCashIn.ts"

const DAY_MS = 86_400_000

/** How long a SPEI charge can be paid, by default: 24 hours, in milliseconds (mexico.md; decisions, section 6). */
export const SPEI_EXPIRY_MS = DAY_MS

/**
 * When a SPEI charge expires. `lifetimeMs` is configuration.
 *
 * @example
 * ```ts
 * import { Expiry } from "@pesoreal/core"
 *
 * Expiry.speiExpiresAt(Date.UTC(2026, 10, 20)) // => Date.UTC(2026, 10, 21)
 * ```
 */
export const speiExpiresAt = (createdAtMs: number, lifetimeMs = SPEI_EXPIRY_MS): number => createdAtMs + lifetimeMs

/** How long a PIX charge can be paid, in seconds: what it may ask for, and what it gets if it does not ask (pix.md, limits). */
export const PIX_EXPIRATION_SECONDS = { minimum: 300, maximum: 604_800, default: 86_400 } as const

/**
 * When a PIX charge expires, by its `expirationTime`: a whole number of seconds, 300 to 604,800.
 *
 * @example
 * ```ts
 * import { Expiry } from "@pesoreal/core"
 *
 * Expiry.pixExpiresAt(0, 300) // => { ok: true, value: 300_000, warnings: [] }
 * Expiry.pixExpiresAt(0, 299).ok // => false
 * ```
 */
export const pixExpiresAt = (
  createdAtMs: number,
  expirationSeconds: number = PIX_EXPIRATION_SECONDS.default,
): Parsed<number, "expiration_time"> => {
  const { minimum, maximum } = PIX_EXPIRATION_SECONDS
  if (Number.isInteger(expirationSeconds) && expirationSeconds >= minimum && expirationSeconds <= maximum) {
    return accept(createdAtMs + expirationSeconds * 1_000)
  }
  const message = `must be a whole number of seconds from ${minimum} to ${maximum}`
  return refuse("expiration_time", message, { path: "expirationTime" })
}

/** What the clocks of Mexico City show at an instant, as the instant at which a clock of UTC shows the same. */
const mexicoCityClock = (format: Intl.DateTimeFormat, atMs: number): number => {
  const at: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(atMs)) at[type] = Number(value)
  return Date.UTC(at["year"] ?? 0, (at["month"] ?? 0) - 1, at["day"], at["hour"], at["minute"], at["second"])
}

/**
 * When a retail charge expires: at 23:59:59 in Mexico City on the third calendar day after the one on which it was created.
 *
 * The day of creation does not count, so that whoever gets a coupon shortly before midnight has three whole days as well; it is
 * how stores' vouchers are counted elsewhere (Stripe's `expires_after_days` of OXXO: created on Monday, 2 days, payable until
 * Wednesday 23:59). Source: decisions, section 6.
 *
 * It is `NaN` for an instant that is no number, or outside of what a `Date` can hold.
 *
 * @example
 * ```ts
 * import { Expiry } from "@pesoreal/core"
 *
 * // Friday, 20 November 2026, 23:30 in Mexico City: payable until Monday night.
 * const expiresAtMs = Expiry.retailExpiresAt(Date.parse("2026-11-20T23:30:00-06:00"))
 * new Date(expiresAtMs).toISOString() // => "2026-11-24T05:59:59.000Z"
 * ```
 */
export const retailExpiresAt = (createdAtMs: number): number => {
  // Its rules are those of the platform's time zone data, for any year.
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/Mexico_City",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  })
  // Outside of its range the calendar would throw; and so it would where there is no third day any more.
  if (Number.isNaN(new Date(createdAtMs + 5 * DAY_MS).getTime()) || Number.isNaN(new Date(createdAtMs).getTime())) {
    return Number.NaN
  }
  const midnight = Math.floor(mexicoCityClock(format, createdAtMs) / DAY_MS) * DAY_MS
  const wanted = midnight + 4 * DAY_MS - 1_000
  // As an instant, `wanted` is the afternoon of that day in Mexico, and its clocks, which were changed in the small hours (until
  // October 2022), differ from UTC then by as much as they will before midnight.
  return 2 * wanted - mexicoCityClock(format, wanted)
}

/**
 * Whether a charge has expired: later than `expiresAtMs`. At that very instant it can still be paid.
 *
 * @example
 * ```ts
 * import { Expiry } from "@pesoreal/core"
 *
 * Expiry.isExpired(1_000, 1_000) // => false
 * Expiry.isExpired(1_000, 1_001) // => true
 * ```
 */
export const isExpired = (expiresAtMs: number, nowMs: number): boolean => !(nowMs <= expiresAtMs)

/**
 * How long the sweep waits after the expiry by default, in milliseconds, because notices of payments arrive late (decisions,
 * section 6): 10 min, 5 min, 24 h, and not at all.
 */
export const GRACE_MS = { spei: 600_000, pix: 300_000, retail: DAY_MS, sandbox: 0 } as const

/**
 * When the sweep moves a charge that nobody was heard to have paid. Until then a payment made in time still confirms it.
 *
 * @example
 * ```ts
 * import { Expiry } from "@pesoreal/core"
 *
 * Expiry.sweepAt(1_000, Expiry.GRACE_MS.pix) // => 301_000
 * ```
 */
export const sweepAt = (expiresAtMs: number, graceMs: number): number => expiresAtMs + graceMs

/** What the rail says of a deposit. */
export interface Deposit {
  readonly amountCentavos: number
  /** When it was paid, by the rail's clock; not when we heard of it. */
  readonly paidAtMs: number
}

/** What a deposit is compared with. */
export interface Charge {
  readonly amountCentavos: number
  readonly expiresAtMs: number
  readonly status: SpeiCashIn.State | RetailCharge.State | PixCashIn.State
}

/** What a deposit means to a charge. All but `confirms` make it an unmatched deposit. */
export type Verdict = "confirms" | "not_pending" | "wrong_amount" | "late"

/**
 * What confirms a charge: a deposit of exactly its amount, paid not after its expiry, while it is PENDING (decisions, section
 * 6). Of several reasons why not, the answer is the first in the order of {@link Verdict}.
 *
 * @example
 * ```ts
 * import { Expiry } from "@pesoreal/core"
 *
 * const charge = { amountCentavos: 15_000, expiresAtMs: 1_000, status: "PENDING" } as const
 * Expiry.confirms({ amountCentavos: 15_000, paidAtMs: 1_000 }, charge) // => "confirms"
 * Expiry.confirms({ amountCentavos: 15_000, paidAtMs: 1_001 }, charge) // => "late"
 * Expiry.confirms({ amountCentavos: 14_999, paidAtMs: 1_000 }, charge) // => "wrong_amount"
 * ```
 */
export const confirms = (deposit: Deposit, charge: Charge): Verdict => {
  if (charge.status !== "PENDING") return "not_pending"
  if (deposit.amountCentavos !== charge.amountCentavos) return "wrong_amount"
  return isExpired(charge.expiresAtMs, deposit.paidAtMs) ? "late" : "confirms"
}

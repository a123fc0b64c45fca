/** What is in a BR Code, and what may be wrong with one. `BrCode.ts` is the public face of all of it. */
import type { Problem } from "../Parsed.ts"
import type { FaultReason, Field, Lengths } from "./tlv.ts"

/**
 * Why a code is unacceptable.
 *
 * Beside the three of {@link FaultReason} nothing is judged but the check sum and the beginning, because one wrong length
 * misplaces everything behind it. A text that is `not_well_formed`, or far over the `size`, is not even read.
 */
export type ErrorReason =
  | "size"
  | "not_well_formed"
  | FaultReason
  | "crc_missing"
  | "crc_mismatch"
  | "prefix"
  | "repeated_field"
  | "missing_field"
  | "currency"
  | "country"
  | "amount"
  | "no_pix_template"
  | "second_pix_template"
  | "key_or_url"

/** What an acceptable code must not have either at the strict level, because some of those who read it will refuse it. */
export type StrictReason = "charset" | "length" | "txid" | "protocol" | "size" | "crc_case" | "byte_lengths"

/** What is odd, and no offence against the rules that banks are known to apply. */
export type AdvisoryReason = "key_kind" | "payer_chooses" | "postal_code"

/** Every reason of a warning. */
export type WarningReason = StrictReason | AdvisoryReason

/** What a code says, with null for what it does not say, or cannot be told. Lengths and tags: Manual do BR Code. */
export interface Parts {
  /** The code itself, unchanged. */
  readonly text: string
  /** By what the Pix template holds: a key, a url, or neither, and then a recurrence. The field 01 has no say in it. */
  readonly type: "static" | "dynamic" | "recurrence" | null
  /** 26.01: whom to pay. The tag of its template may be any from 26 to 51. */
  readonly pixKey: string | null
  /** 26.02: a text for the payer. */
  readonly info: string | null
  /** 26.03: the ISPB of who hands out the cash of a Pix Saque. */
  readonly fss: string | null
  /** 26.25: where the charge is to be had, without `https://`. */
  readonly url: string | null
  /** 80.25: where the recurrence of a Pix Automático is to be had. The tag of its template may be any from 80 to 99. */
  readonly recurrenceUrl: string | null
  /** 01: `"11"` to be used many times, `"12"` once. Informative: most static codes have none, and some the other one. */
  readonly pointOfInitiation: string | null
  /** 52: the merchant's category, 4 digits. */
  readonly mcc: string | null
  /** 53: `"986"`, the real. */
  readonly currency: string | null
  /** 54 as it is written: `"10.00"`, `"10."`, `".1"`. */
  readonly amount: string | null
  /** 54 in centavos, exactly; null when it is absent or zero, so that the payer chooses. */
  readonly amountCentavos: number | null
  /** 58: `"BR"`. */
  readonly country: string | null
  /** 59. */
  readonly merchantName: string | null
  /** 60. */
  readonly merchantCity: string | null
  /** 61. */
  readonly postalCode: string | null
  /** 62.05: the receiver's reference; `"***"` for none. */
  readonly txid: string | null
  /** 63, in upper case. */
  readonly crc: string | null
  /**
   * All that was read, in its order, unknown fields and templates of others included; `encode` writes the code again from it.
   * Made anew whenever it is asked for, and no part of `JSON.stringify`.
   */
  readonly fields: ReadonlyArray<Field>
}

interface Acceptable extends Parts {
  readonly mcc: string
  readonly currency: "986"
  readonly country: "BR"
  readonly merchantName: string
  readonly merchantCity: string
  readonly crc: string
}

/** A code that names a Pix key. It may be paid many times. */
export interface StaticCode extends Acceptable {
  readonly type: "static"
  readonly pixKey: string
  readonly url: null
}

/** A code that names the url of a charge. All else in it is informative: the charge itself decides. */
export interface DynamicCode extends Acceptable {
  readonly type: "dynamic"
  readonly pixKey: null
  readonly url: string
}

/** A code that asks for no payment, and only for the payer's consent to a recurrence. */
export interface RecurrenceCode extends Acceptable {
  readonly type: "recurrence"
  readonly pixKey: null
  readonly url: null
  readonly recurrenceUrl: string
}

/** An acceptable code. */
export type BrCode = StaticCode | DynamicCode | RecurrenceCode

/**
 * The answer of `parse`, which is a `Parsed` and more.
 *
 * Every problem has a `path`, of tags such as `26.01` (empty for the code as a whole), and an `offset` in bytes of UTF-8 (the
 * end of the code for what is missing).
 */
export type Reading =
  | {
      readonly ok: true
      readonly decodable: true
      readonly value: BrCode
      readonly errors: readonly []
      readonly warnings: ReadonlyArray<Problem<WarningReason>>
    }
  | {
      readonly ok: false
      /** The text is made of fields, and its check sum is right; but it is no code to be paid. */
      readonly decodable: boolean
      /** To show what is in it, never to pay it. Null when it is not made of fields. */
      readonly parts: Parts | null
      readonly errors: readonly [Problem<ErrorReason>, ...ReadonlyArray<Problem<ErrorReason>>]
      readonly warnings: ReadonlyArray<Problem<WarningReason>>
    }

/** How `parse` reads. */
export interface ParseOptions {
  /**
   * `"bytes"` reads lengths that count bytes of UTF-8, as some generators write them: 10 for `São Paulo`. It matters only
   * beyond ASCII, and is never tried unasked. Default `"characters"`, as the standard has it.
   */
  readonly lengths?: Lengths
}

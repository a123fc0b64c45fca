/**
 * Schemas of a BR Code at the two levels of validation: `QrCode` checks what the API's contract states of the field, and
 * `BrCodeStrict` the whole code. Neither changes the text.
 */
import { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { isStrict, parse } from "./BrCode.ts"

const length = Schema.isBetweenCodePoints(50, 500, { message: "must have 50 to 500 characters" })
const beginning = Schema.isPattern(/^000201/u, { message: "must begin with 000201" })

/**
 * Contract level (pix.md, cash-out-qrcode): 50 to 500 characters that begin with `000201`. What else may be wrong with a code
 * has an answer of its own there, `INVALID_QR_CODE`; `BrCode.parse` names it.
 *
 * @example
 * ```ts
 * import { BrCodeSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(BrCodeSchema.QrCode)
 * accepts(`000201${"x".repeat(44)}`) // => true
 * accepts(`000201${"x".repeat(43)}`) // => false
 * ```
 */
export const QrCode: Schema.String = Schema.String.annotate({ message: "must be a string with a BR Code" }).check(
  length,
  beginning,
)

const isQrCode = Schema.is(QrCode)

/** A hint for generated samples only: the example of the Manual de Padrões para Iniciação do Pix. */
const sample =
  "^00020126580014br[.]gov[.]bcb[.]pix0136123e4567-e12b-12d1-a456-426655440000" +
  "5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503[*]{3}63041D3D$"

/**
 * Strict level: an acceptable code, without any fault for which some bank would refuse it. The message of a refusal lists what
 * `BrCode.parse` says, with the tags.
 *
 * @example
 * ```ts
 * import { BrCodeSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const fields = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986"
 * const accepts = Schema.is(BrCodeSchema.BrCodeStrict)
 * accepts(`${fields}5802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`) // => true
 * accepts(`${fields}5802BR5913Fulano de Tal6008BRASILIA62070503***63041d3d`) // => false
 * ```
 */
export const BrCodeStrict: Schema.String = QrCode.check(
  Schema.makeFilter(
    (text: string) => {
      const reading = parse(text)
      // The other refusals are already the contract's, and one sentence per mistake is enough.
      if (isStrict(reading) || !isQrCode(text)) return undefined
      const problems = reading.ok ? reading.warnings : reading.errors
      return `must be a BR Code: ${problems.map(({ message, path }) => `${path} ${message}`.trimStart()).join("; ")}`
    },
    {
      expected: "a BR Code that every bank reads",
      arbitraryConstraint: { patterns: [{ source: sample, flags: "u" }] },
    },
  ),
)

/**
 * `BrCode.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { BrCodeSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * const fields = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986"
 * const parsed = BrCodeSchema.parseEffect(`${fields}5802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D`)
 * Effect.runSync(parsed).merchantName // => "Fulano de Tal"
 * ```
 */
export const parseEffect = lift(parse)

/**
 * BR Codes, the texts behind Pix QR codes ("copia e cola"): read, judged, taken apart and written.
 *
 * A code is an EMV merchant-presented code (`Tlv`) with a check sum (`Crc16`) and a template that says Pix. Sources: Manual do
 * BR Code and Manual de Padrões para Iniciação do Pix (Banco Central do Brasil), and what codes in use are seen to hold. No
 * image is drawn, no url is fetched and no key is looked up here.
 */
import type { Reading, WarningReason } from "./brCodeTypes.ts"

export { encodeDynamic, encodeRecurrence, encodeStatic, seal } from "./brCodeEncoder.ts"
export type {
  CodeOptions,
  DynamicCodeOptions,
  EncodeReason,
  RecurrenceCodeOptions,
  StaticCodeOptions,
} from "./brCodeEncoder.ts"
export { MAX_BYTES, parse } from "./brCodeParser.ts"
export type * from "./brCodeTypes.ts"
export { encode } from "./tlv.ts"

const strictReasons: ReadonlyArray<WarningReason> = [
  "charset",
  "length",
  "txid",
  "protocol",
  "size",
  "crc_case",
  "byte_lengths",
]

/**
 * Whether a code is valid at the strict level: no errors, and no warning of a `StrictReason`, which some bank would refuse it
 * for. The other warnings are advice.
 *
 * @example
 * ```ts
 * import { BrCode } from "@pesoreal/core"
 *
 * const fields = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986"
 * const read = BrCode.parse(`${fields}5802BR5913Fulano de Tal6008BRASILIA62070503***63041d3d`)
 * read.ok // => true
 * BrCode.isStrict(read) // => false
 * read.warnings // => [{ reason: "crc_case", message: "should be 1D3D", path: "63", offset: 133 }]
 * ```
 */
export const isStrict = (reading: Reading): boolean =>
  reading.ok && !reading.warnings.some(({ reason }) => strictReasons.includes(reason))

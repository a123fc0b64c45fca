/**
 * Writes BR Codes. `BrCode.ts` is its public face.
 *
 * The reader is the judge of what is written: a code that it would not read at the strict level is refused for the reasons
 * that it gives, so the rules stand in one place.
 */
import { accept, type Parsed, type Problem } from "../Parsed.ts"
import { parse } from "./brCodeParser.ts"
import type { ErrorReason, WarningReason } from "./brCodeTypes.ts"
import { scan, toHex } from "./crc16.ts"
import { encode, type FieldContent, type EncodeReason as FieldReason } from "./tlv.ts"

type Optional<A> = A | null | undefined

/** What every code may say. Null and undefined leave a field out. */
export interface CodeOptions {
  /** 1 to 25 characters. */
  readonly merchantName: string
  /** 1 to 15 characters. */
  readonly merchantCity: string
  /** At most 999,999,999,999. Leave it out where the payer chooses. */
  readonly amountCentavos?: Optional<number>
  /** 1 to 25 letters and digits. Default `***`, for none. */
  readonly txid?: Optional<string>
  /** 1 to 10 characters. */
  readonly postalCode?: Optional<string>
  /** Where the recurrence of a Pix Automático is to be had: at most 77 characters, without `https://`. */
  readonly recurrenceUrl?: Optional<string>
}

/** What a static code says. Key and info have 81 characters together, because their template has 99. */
export interface StaticCodeOptions extends CodeOptions {
  /** As the directory has it: digits of a CPF or CNPJ, `+55…`, an e-mail, or a random key in lower case. */
  readonly key: string
  /** A text for the payer. */
  readonly info?: Optional<string>
}

/** What a dynamic code says. */
export interface DynamicCodeOptions extends CodeOptions {
  /** At most 77 characters, without `https://`. */
  readonly url: string
}

/** What a code says that asks for consent to a recurrence and no more. */
export interface RecurrenceCodeOptions extends CodeOptions {
  readonly recurrenceUrl: string
}

/** Why a code is not written. The path of the problem is the tag of the field at fault. */
export type EncodeReason = FieldReason | ErrorReason | WarningReason

/**
 * Appends the check sum that a code without one must have. For codes that are put together by hand.
 *
 * @example
 * ```ts
 * import { BrCode } from "@pesoreal/core"
 *
 * const text = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986"
 * BrCode.seal(`${text}5802BR5913Fulano de Tal6008BRASILIA62070503***`).slice(-8) // => "63041D3D"
 * ```
 */
export const seal = (text: string): string => `${text}6304${toHex(scan(`${text}6304`, text.length + 4) & 0xffff)}`

/** Accents and other marks come off, and what is left of a character beyond ASCII is refused later. */
const withoutMarks = (text: Optional<string>): Optional<string> => text?.normalize("NFKD").replace(/\p{M}/gu, "")

const gui: FieldContent = { id: "00", value: "br.gov.bcb.pix" }

type Entry = readonly [id: string, value: Optional<string | ReadonlyArray<FieldContent>>]

/** Leaves out what has no value. */
const fieldsOf = (...entries: ReadonlyArray<Entry>): ReadonlyArray<FieldContent> =>
  entries.flatMap(([id, value]) => (value ? [{ id, value }] : []))

/** A template of Pix with a field that it must have, whatever its value, and others that it may have. */
const pixTemplate = (id: string, value: string, ...entries: ReadonlyArray<Entry>): ReadonlyArray<FieldContent> => [
  gui,
  { id, value },
  ...fieldsOf(...entries),
]

const write = (
  account: ReadonlyArray<FieldContent>,
  options: CodeOptions,
  pointOfInitiation: string,
): Parsed<string, EncodeReason, WarningReason> => {
  const { amountCentavos, recurrenceUrl } = options
  // A number that is no whole number of centavos becomes a text that the reader refuses.
  const digits = String(amountCentavos).padStart(3, "0")
  const written = encode(
    fieldsOf(
      ["00", "01"],
      ["01", pointOfInitiation],
      ["26", account],
      ["52", "0000"],
      ["53", "986"],
      ["54", (amountCentavos ?? null) === null ? null : `${digits.slice(0, -2)}.${digits.slice(-2)}`],
      ["58", "BR"],
      ["59", withoutMarks(options.merchantName)],
      ["60", withoutMarks(options.merchantCity)],
      ["61", options.postalCode],
      ["62", fieldsOf(["05", options.txid ?? "***"])],
      ["80", recurrenceUrl && pixTemplate("25", recurrenceUrl)],
    ),
  )
  if (!written.ok) return written
  const text = seal(written.value)
  const { errors, warnings } = parse(text)
  const offset = text.search(/[^ -~]/)
  const problems: ReadonlyArray<Problem<EncodeReason>> = [
    ...errors,
    ...warnings.filter(({ reason }) => reason !== "payer_chooses"),
    ...(offset < 0 ? [] : [{ reason: "charset", message: "must be ASCII without accents", path: "", offset } as const]),
  ]
  const [first, ...rest] = problems
  return first === undefined ? accept(text, warnings) : { ok: false, errors: [first, ...rest], warnings: [] }
}

/**
 * Writes a code that names a key, to be paid many times. Accents come off name, city and info (`São Paulo` is written
 * `Sao Paulo`), and what then is not ASCII is refused, not dropped. Anything else is written as it is given, or refused.
 *
 * @example
 * ```ts
 * import { BrCode } from "@pesoreal/core"
 *
 * const merchant = { merchantName: "Padaria São João", merchantCity: "Brasília" }
 * const written = BrCode.encodeStatic({ ...merchant, key: "padaria@example.com", amountCentavos: 1250, txid: "PEDIDO42" })
 * written.ok && written.value // =>
 * // "00020101021126410014br.gov.bcb.pix0119padaria@example.com520400005303986540512.505802BR5916Padaria Sao Joao" +
 * //   "6008Brasilia62120508PEDIDO426304DCB3"
 *
 * const refused = BrCode.encodeStatic({ ...merchant, key: "123.456.789-09" })
 * refused.ok ? [] : refused.errors.map(({ path, reason }) => [path, reason]) // => [["26.01", "key_kind"]]
 * ```
 */
export const encodeStatic = (options: StaticCodeOptions): Parsed<string, EncodeReason, WarningReason> =>
  write(pixTemplate("01", options.key, ["02", withoutMarks(options.info)]), options, "11")

/**
 * Writes a code that names the url of a charge, to be paid once.
 *
 * @example
 * ```ts
 * import { BrCode } from "@pesoreal/core"
 *
 * const merchant = { merchantName: "Padaria São João", merchantCity: "Brasília" }
 * const written = BrCode.encodeDynamic({ ...merchant, url: "pix.example.com/qr/v2/9d36b84f" })
 * const read = BrCode.parse(written.ok ? written.value : "")
 * read.ok && read.value.url // => "pix.example.com/qr/v2/9d36b84f"
 *
 * const refused = BrCode.encodeDynamic({ ...merchant, url: "https://pix.example.com/qr/v2/9d36b84f" })
 * refused.ok ? "" : refused.errors[0].message // => "should not begin with https://"
 * ```
 */
export const encodeDynamic = (options: DynamicCodeOptions): Parsed<string, EncodeReason, WarningReason> =>
  write(pixTemplate("25", options.url), options, "12")

/**
 * Writes a code that asks for consent to a recurrence (Pix Automático), and for no payment.
 *
 * @example
 * ```ts
 * import { BrCode } from "@pesoreal/core"
 *
 * const merchant = { merchantName: "Academia Boa Forma", merchantCity: "Recife" }
 * const written = BrCode.encodeRecurrence({ ...merchant, recurrenceUrl: "pix.example.com/rec/9d36b84f" })
 * const read = BrCode.parse(written.ok ? written.value : "")
 * read.ok && read.value.type // => "recurrence"
 * ```
 */
export const encodeRecurrence = (options: RecurrenceCodeOptions): Parsed<string, EncodeReason, WarningReason> =>
  write([gui], options, "12")

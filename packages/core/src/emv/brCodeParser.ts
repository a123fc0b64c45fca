/**
 * Reads a BR Code in one pass over its fields, and judges it. `BrCode.ts` is its public face.
 *
 * It never throws, takes time in proportion to the text, and changes and fetches nothing: a url in a code is a text of a
 * stranger's choosing.
 */
import type { Problem } from "../Parsed.ts"
import type { BrCode, ErrorReason, ParseOptions, Parts, Reading, WarningReason } from "./brCodeTypes.ts"
import { NOT_ASCII, scan, toHex } from "./crc16.ts"
import { type Field, HEAD_LENGTH, type Lengths, Reader } from "./tlv.ts"

/** The most that is accepted: 64 KiB, in bytes of UTF-8. A longer text is not even read. */
export const MAX_BYTES = 65_536

/** By EMV: merchant accounts, additional data, language, and what is not reserved. */
const isTemplate = (tag: number): boolean => (tag >= 26 && tag <= 51) || tag === 62 || tag === 64 || tag >= 80

/** Centavos of `10.00`, `10.`, `.1`, `10` and the like, of at most 13 characters; -1 for any other text. */
const toCentavos = (text: string): number => {
  let centavos = 0
  let digits = 0
  let decimals = -1
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 48
    if (digit >= 0 && digit <= 9) {
      centavos = centavos * 10 + digit
      digits++
      if (decimals >= 0) decimals++
    } else if (digit === -2 && decimals < 0) decimals = 0
    else return -1
  }
  if (digits < 1 || decimals > 2 || text.length > 13) return -1
  // At most 13 digits and two zeros: exact, because every integer of fifteen digits is a safe one.
  return decimals === 2 ? centavos : centavos * (decimals === 1 ? 10 : 100)
}

const SHORT_KEY = /^(?:[!-~]+@[!-~]+|\+\d{10,15}|\d{11}|[\dA-Z]{14})$/

/** Whether a key looks like a random key, or an e-mail, a CPF, CNPJ or phone. `PixKey` knows them better. */
const hasKeyShape = (key: string): boolean => (key.length === 36 && !/[^\da-f-]/.test(key)) || SHORT_KEY.test(key)

/** Whether a text goes on with a number in four hexadecimal digits. Cheaper than to write the number. */
const hasHex = (text: string, index: number, number: number): boolean => {
  for (let at = 0; at < 4; at++) {
    const digit = (number >> (12 - 4 * at)) & 15
    if (text.charCodeAt(index + at) !== digit + (digit < 10 ? 48 : 55)) return false
  }
  return true
}

class Code implements Parts {
  readonly text: string
  readonly #lengths: Lengths
  type: Parts["type"] = null
  pixKey: string | null = null
  info: string | null = null
  fss: string | null = null
  url: string | null = null
  recurrenceUrl: string | null = null
  pointOfInitiation: string | null = null
  mcc: string | null = null
  currency: string | null = null
  amount: string | null = null
  amountCentavos: number | null = null
  country: string | null = null
  merchantName: string | null = null
  merchantCity: string | null = null
  postalCode: string | null = null
  txid: string | null = null
  crc: string | null = null

  constructor(text: string, lengths: Lengths) {
    this.text = text
    this.#lengths = lengths
  }

  get fields(): ReadonlyArray<Field> {
    const isOuterTemplate = (path: string) => path.length === 2 && isTemplate(Number(path))
    return new Reader(this.text, this.#lengths).fields(this.text.length, isOuterTemplate)
  }
}

/** What is known so far. */
interface State {
  readonly reader: Reader
  readonly code: Code
  readonly errors: Array<Problem<ErrorReason>>
  readonly warnings: Array<Problem<WarningReason>>
  /** Where the template begins that the reader is inside of; -1 outside of all. */
  template: number
  /** Where the Pix template begins, and the value of the last 63 of four characters; -1 until they do. */
  pix: number
  sum: number
}

/** The tag of the template that the reader is inside of, with a dot behind it. */
const parentOf = ({ reader, template }: State): string =>
  template < 0 ? "" : `${reader.text.slice(template, template + 2)}.`

const pathOf = (state: State): string => parentOf(state) + state.reader.id()

const fail = (
  state: State,
  reason: ErrorReason,
  must: string,
  path = pathOf(state),
  index = state.reader.start,
): void => {
  state.errors.push({ reason, message: `must ${must}`, path, offset: state.reader.offset(index) })
}

const warn = (
  state: State,
  reason: WarningReason,
  should: string,
  path = pathOf(state),
  index = state.reader.start,
): void => {
  state.warnings.push({ reason, message: `should ${should}`, path, offset: state.reader.offset(index) })
}

/** The value of the field that was read last. `before` is that of another one with its tag, which stays. */
const take = (state: State, before: string | null): string => {
  if (before === null) return state.reader.value()
  fail(state, "repeated_field", "stand once")
  return before
}

const checkName = (state: State, most: number, name: string): string => {
  if (/[^ -~]/.test(name)) warn(state, "charset", "be ASCII without accents")
  if (name.length > most && Array.from(name).length > most) warn(state, "length", `have at most ${most} characters`)
  return name
}

const readLeaf = (state: State): void => {
  const { code, reader } = state
  const { tag } = reader
  if (tag === 0 && reader.index > 6) fail(state, "repeated_field", "stand once")
  else if (tag === 1) code.pointOfInitiation = take(state, code.pointOfInitiation)
  else if (tag === 52) code.mcc = take(state, code.mcc)
  else if (tag === 53) {
    code.currency = take(state, code.currency)
    if (code.currency !== "986") fail(state, "currency", "be 986")
  } else if (tag === 54) {
    code.amount = take(state, code.amount)
    const centavos = toCentavos(code.amount)
    if (centavos > 0) code.amountCentavos = centavos
    else if (centavos < 0) fail(state, "amount", "be an amount such as 10.50")
    else warn(state, "payer_chooses", "be left out where the payer chooses")
  } else if (tag === 58) {
    code.country = take(state, code.country)
    if (code.country !== "BR") fail(state, "country", "be BR")
  } else if (tag === 59) code.merchantName = checkName(state, 25, take(state, code.merchantName))
  else if (tag === 60) code.merchantCity = checkName(state, 15, take(state, code.merchantCity))
  else if (tag === 61) {
    code.postalCode = take(state, code.postalCode)
    if (code.postalCode.length > 10) warn(state, "postal_code", "have at most 10 characters")
  } else if (tag === 63) {
    code.crc = take(state, code.crc)
    if (reader.index === reader.start + 4) state.sum = reader.start
  }
}

/** Reads a field of a template of ours. */
const readInner = (state: State, template: number): void => {
  const { code, reader } = state
  const { tag } = reader
  if (template === 62) {
    if (tag === 5) {
      const txid = take(state, code.txid)
      code.txid = txid
      if (txid !== "***" && (txid.length > 25 || /[^\da-z]|^$/i.test(txid))) {
        warn(state, "txid", "be 1 to 25 letters and digits, or ***")
      }
    }
  } else if (tag === 25) {
    const url = take(state, template < 80 ? code.url : code.recurrenceUrl)
    if (template < 80) code.url = url
    else code.recurrenceUrl = url
    const slash = url.indexOf("/")
    if (slash > 0 && url.startsWith("://", slash - 1)) warn(state, "protocol", "not begin with https://")
  } else if (template < 80) {
    if (tag === 1) {
      code.pixKey = take(state, code.pixKey)
      if (!hasKeyShape(code.pixKey)) warn(state, "key_kind", "be a CPF, CNPJ, phone, e-mail or random key")
    } else if (tag === 2) code.info = take(state, code.info)
    else if (tag === 3) code.fss = take(state, code.fss)
  }
}

/** Whether the template that was read last is one of Pix: its first 00 says so, in any case. Moves into it. */
const isPix = (reader: Reader, end: number): boolean => {
  reader.index = reader.start
  while (reader.index < end && reader.next(end)) {
    if (reader.tag === 0) return /^br\.gov\.bcb\.pix$/i.test(reader.value())
  }
  return false
}

/** Reads a template. False after a fault in one of ours. */
const readTemplate = (state: State): boolean => {
  const { reader } = state
  const { index: end, start, tag } = reader
  const begin = start - HEAD_LENGTH
  const isAccount = tag < 52
  if (tag === 62 || (tag !== 64 && isPix(reader, end))) {
    reader.start = start
    reader.index = start
    if (isAccount && state.pix >= 0) fail(state, "second_pix_template", "stand once", reader.id(), begin)
    else {
      if (isAccount) state.pix = begin
      state.template = begin
      while (reader.index < end) {
        if (!reader.next(end)) return false
        readInner(state, tag)
      }
      state.template = -1
    }
  }
  reader.index = end
  return true
}

/** Reads every field. False after a fault. */
const readAll = (state: State, end: number): boolean => {
  const { reader } = state
  do {
    if (!reader.next(end)) return false
    if (!isTemplate(reader.tag)) readLeaf(state)
    else if (!readTemplate(state)) return false
  } while (reader.index < end)
  return true
}

/** Judges the sum at the end, given what it should be. */
const checkSum = (state: State, isRead: boolean, sum: number): boolean => {
  const { code } = state
  const { text } = code
  const at = text.length - 4
  if (isRead ? state.sum !== at : !text.startsWith("6304", at - 4)) {
    fail(state, "crc_missing", "be last, with 4 digits", "63", text.length)
    return false
  }
  if (hasHex(text, at, sum)) return true
  const right = toHex(sum)
  if (text.slice(at).toUpperCase() !== right) {
    fail(state, "crc_mismatch", `be ${right}`, "63", at)
    return false
  }
  code.crc = right
  warn(state, "crc_case", `be ${right}`, "63", at)
  return true
}

/** What only the whole code can tell. */
const judge = (state: State, isInBytes: boolean): void => {
  const { code, pix, reader } = state
  const { pixKey, recurrenceUrl, text, url } = code
  const end = text.length
  const need = (value: string | null, path: string): void => {
    if (!value) fail(state, "missing_field", "be there", path, end)
  }
  need(code.mcc, "52")
  need(code.currency, "53")
  need(code.country, "58")
  need(code.merchantName, "59")
  need(code.merchantCity, "60")
  if (pixKey !== null) code.type = url === null ? "static" : null
  else if (url !== null) code.type = "dynamic"
  else if (recurrenceUrl !== null) code.type = "recurrence"
  if (pix < 0) fail(state, "no_pix_template", "be br.gov.bcb.pix, in one of 26 to 51", "26", end)
  else if (code.type === null || !(pixKey ?? url ?? recurrenceUrl)) {
    fail(state, "key_or_url", "have either a key (01) or a url (25)", text.slice(pix, pix + 2), pix)
  }
  if (code.txid === null) warn(state, "txid", "be there, if only as ***", "62.05", end)
  const bytes = reader.offset(end)
  if (bytes > MAX_BYTES) fail(state, "size", `have at most ${MAX_BYTES} bytes`, "", 0)
  else if (bytes > 512) warn(state, "size", "have at most 512 bytes", "", 0)
  if (isInBytes) warn(state, "byte_lengths", "count characters, not bytes", "", 0)
}

/**
 * Reads a code, and judges it twice: errors make it unacceptable (decisions, section 8: `INVALID_QR_CODE`), warnings only say
 * what is odd, and `isStrict` tells those apart for which some bank will refuse it. All problems are found at once, each with
 * its tags and its place in bytes.
 *
 * Whether a code is static or dynamic is told by its key or url (Manual de Padrões para Iniciação do Pix). Nothing is trimmed,
 * corrected or put in upper case: `BrCodeRepairs` knows what might be done about a refused text.
 *
 * @example
 * ```ts
 * import { BrCode } from "@pesoreal/core"
 *
 * const fields = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986"
 * const read = BrCode.parse(`${fields}540510.005802BR5913Fulano de Tal6008BRASILIA62070503***6304288F`)
 * read.ok && read.value.type // => "static"
 * read.ok && read.value.amountCentavos // => 1000
 *
 * const refused = BrCode.parse(`${fields}5802BR5913Fulano de Tal6008BRASILIA62070503***6304ABCD`)
 * refused.errors // => [{ reason: "crc_mismatch", message: "must be 1D3D", path: "63", offset: 133 }]
 * ```
 */
export const parse = (text: string, { lengths = "characters" }: ParseOptions = {}): Reading => {
  const end = text.length
  const isTooLong = end > MAX_BYTES
  if (isTooLong || !text.isWellFormed()) {
    const reason = isTooLong ? "size" : "not_well_formed"
    const message = `must be well-formed Unicode of at most ${MAX_BYTES} bytes`
    return {
      ok: false,
      decodable: false,
      parts: null,
      errors: [{ reason, message, path: "", offset: 0 }],
      warnings: [],
    }
  }
  const scanned = scan(text, Math.max(end - 4, 0))
  const reader = new Reader(text, lengths, (scanned | scan(text.slice(-4), 4)) < NOT_ASCII)
  const code = new Code(text, lengths)
  const errors: Array<Problem<ErrorReason>> = []
  const warnings: Array<Problem<WarningReason>> = []
  const state: State = { reader, code, errors, warnings, template: -1, pix: -1, sum: -1 }
  const isRead = readAll(state, end)
  if (!isRead) {
    // One wrong length misplaces everything behind it, so nothing that was read is worth judging.
    warnings.length = 0
    errors.splice(0, errors.length, reader.fault(parentOf(state)))
  }
  const decodable = checkSum(state, isRead, scanned & 0xffff) && isRead
  if (!text.startsWith("000201")) fail(state, "prefix", "begin with 000201", "00", 0)
  if (isRead) judge(state, scanned >= NOT_ASCII && lengths === "bytes")
  const [first, ...rest] = errors
  // A code without errors has every part that its type promises: that is what the errors are about.
  if (first === undefined) return { ok: true, decodable: true, value: code as BrCode, errors: [], warnings }
  return { ok: false, decodable, parts: isRead ? code : null, errors: [first, ...rest], warnings }
}

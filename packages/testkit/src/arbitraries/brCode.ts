/**
 * BR Codes, the texts behind Pix QR codes: static, dynamic, and of a recurrence (core's `BrCode`).
 */
import { BrCode } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import type { NearlyValid } from "../NearlyValid.ts"
import { pixKey } from "./pixKey.ts"
import { txid } from "./txid.ts"

/** Which codes. */
export interface BrCodeOptions {
  /** Of this type only. Default: of any. */
  readonly type?: BrCode.BrCode["type"]
}

/** In the order in which they are written. */
const tags = ["00", "01", "04", "26", "27", "52", "53", "54", "58", "59", "60", "61", "62", "80"] as const

/** What is written for each tag, tag and length included; nothing for a field that is left out. */
type Fields = Readonly<Record<(typeof tags)[number], string>>

const unsealed = (fields: Fields): string => tags.map((tag) => fields[tag]).join("")

const field = (tag: string, value: string): string => tag + String(Array.from(value).length).padStart(2, "0") + value

const template = (tag: string, ...inner: ReadonlyArray<string>): string => field(tag, inner.join(""))

/** A field that may be left out, and that shrinks to that. */
const maybe = (written: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.option(written, { nil: "" })

const gui = fc.constantFrom("br.gov.bcb.pix", "BR.GOV.BCB.PIX", "Br.Gov.Bcb.Pix").map((name) => field("00", name))

const printable = characterIn(["A", "Z"], ["a", "z"], [" ", "@"], ["[", "`"], ["{", "~"])

const nameOf = (most: number): fc.Arbitrary<string> =>
  edgeBiased(textOf(printable, 1, most), textOf(printable, most, most))

const url = fc
  .tuple(
    textOf(characterIn(["a", "z"], ["0", "9"], "-"), 1, 20),
    textOf(characterIn(["a", "z"], ["0", "9"], ["A", "Z"], "-._~"), 1, 40),
  )
  .map(([host, path]) => `${host}.example.com/${path}`)

/** All ways to write an amount. Zero means that the payer chooses. */
const amount = fc.oneof(
  fc.integer({ min: 1, max: 999_999_999_999 }).map((centavos) => {
    const digits = String(centavos).padStart(3, "0")
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`
  }),
  fc.constantFrom("0.01", "9999999999.99", "9999999999999", "10.", ".10", "0.9", "1000.0", "100", "0", "0.00"),
)

/** Characters of a Pix template beside its GUI. */
const ROOM = 99 - "0014br.gov.bcb.pix".length

const keyAndInfo = fc.tuple(pixKey({ alphanumeric: true }), textOf(printable, 0, ROOM)).map(([key, info]) => {
  const target = field("01", key)
  const fitting = info.slice(0, Math.max(0, ROOM - target.length - 4))
  return target + (fitting === "" ? "" : field("02", fitting))
})

const target: Readonly<Record<BrCode.BrCode["type"], fc.Arbitrary<string>>> = {
  static: keyAndInfo,
  dynamic: url.map((location) => field("25", location)),
  recurrence: fc.constant(""),
}

const recurrence = fc.tuple(gui, url).map(([name, location]) => template("80", name, field("25", location)))

/** A template of another arrangement, which is nobody's business here. */
const stranger = template("27", field("00", "br.com.outro"), field("01", "0123.ABCD"))

const fieldsOf = (type: BrCode.BrCode["type"]): fc.Arbitrary<Fields> =>
  fc.record({
    "00": fc.constant("000201"),
    "01": maybe(fc.constantFrom("010211", "010212")),
    "04": maybe(fc.constant(field("04", "12345678901234"))),
    "26": fc
      .tuple(fc.constantFrom("26", "30", "51"), gui, target[type])
      .map(([tag, name, rest]) => template(tag, name, rest)),
    "27": maybe(fc.constant(stranger)),
    "52": textOf(digit, 4, 4).map((mcc) => field("52", mcc)),
    "53": fc.constant("5303986"),
    "54": maybe(amount.map((text) => field("54", text))),
    "58": fc.constant("5802BR"),
    "59": nameOf(25).map((name) => field("59", name)),
    "60": nameOf(15).map((city) => field("60", city)),
    "61": maybe(textOf(digit, 8, 8).map((cep) => field("61", cep))),
    "62": txid({ kind: "static" }).map((label) => template("62", field("05", label))),
    "80": type === "recurrence" ? recurrence : maybe(recurrence),
  })

const anyFields = ({ type }: BrCodeOptions): fc.Arbitrary<Fields> =>
  type === undefined ? fc.oneof(fieldsOf("static"), fieldsOf("dynamic"), fieldsOf("recurrence")) : fieldsOf(type)

/**
 * Codes that every bank reads: `BrCode.parse` accepts them, and `BrCode.isStrict` and `BrCodeSchema.BrCodeStrict` do. They have
 * all that is legal and seldom seen: amounts such as `10.`, GUIs in any case, templates of others, fields that may be left out.
 *
 * @example
 * ```ts
 * import { BrCode } from "@pesoreal/core"
 * import { brCode } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(brCode(), 100).every((text) => BrCode.isStrict(BrCode.parse(text))) // => true
 * fc.sample(brCode({ type: "dynamic" }), 100).every((text) => text.includes(".example.com/")) // => true
 * ```
 */
export const brCode = (options: BrCodeOptions = {}): fc.Arbitrary<string> =>
  anyFields(options).map((fields) => BrCode.seal(unsealed(fields)))

/** Why a code is not accepted, or not strict. */
export type BrCodeReason = BrCode.ErrorReason | BrCode.StrictReason

/** How much of a code is checked. */
export interface NearlyValidBrCodeOptions {
  /** `"strict"` adds codes that `BrCode.parse` accepts with a warning for which a bank may refuse them. Default `"acceptable"`. */
  readonly level?: "acceptable" | "strict"
}

type Break<Reason extends BrCodeReason> = fc.Arbitrary<NearlyValid<string, Reason>>

const because = <Reason extends BrCodeReason>(value: string, reason: Reason): NearlyValid<string, Reason> => ({
  value,
  why: { path: "", reason },
})

/** A code with other fields, and the check sum that these have. */
const changed = <const Reason extends BrCodeReason>(
  reason: Reason,
  change: (fields: Fields) => Partial<Fields>,
  options: BrCodeOptions = {},
): Break<Reason> =>
  anyFields(options).map((fields) => because(BrCode.seal(unsealed({ ...fields, ...change(fields) })), reason))

/** A code with a field that is one of those given. */
const withField = <const Reason extends BrCodeReason>(
  reason: Reason,
  tag: (typeof tags)[number],
  ...written: ReadonlyArray<string>
): Break<Reason> =>
  fc
    .tuple(anyFields({}), fc.constantFrom(...written))
    .map(([fields, text]) => because(BrCode.seal(unsealed({ ...fields, [tag]: text })), reason))

/** A code that was right, and was copied badly. */
const miscopied = <const Reason extends BrCodeReason>(
  reason: Reason,
  ...copies: ReadonlyArray<(text: string) => string>
): Break<Reason> => fc.tuple(brCode(), fc.constantFrom(...copies)).map(([text, copy]) => because(copy(text), reason))

const pix = field("00", "br.gov.bcb.pix")
const key = field("01", "ana@example.com")
const location = field("25", "pix.example.com/qr/1")

const unacceptable = fc.oneof<Array<Break<BrCode.ErrorReason>>>(
  ...(["52", "53", "58", "59", "60"] as const).map((tag) => changed("missing_field", () => ({ [tag]: "" }))),
  withField("missing_field", "59", "5900"),
  withField("currency", "53", "5303840", "5303484", "530398 "),
  withField("country", "58", "5802US", "5802br", "5803BRA"),
  withField(
    "amount",
    "54",
    ...["1,00", "1.234", "-1.00", "1.0.0", ".", "", " 1", "10000000000.00"].map((text) => field("54", text)),
  ),
  withField("no_pix_template", "26", "", template("26", field("00", "br.com.outro"), key), template("25", pix, key)),
  withField("second_pix_template", "27", template("27", pix, key), template("27", pix, location)),
  changed("key_or_url", () => ({ "26": template("26", pix), "80": "" })),
  withField(
    "key_or_url",
    "26",
    template("26", pix, key, location),
    template("26", pix, "0100"),
    template("26", pix, "2500"),
  ),
  ...(["53", "58", "59", "60", "62"] as const).map((tag) =>
    changed("repeated_field", (fields) => ({ [tag]: fields[tag] + fields[tag] })),
  ),
  withField("prefix", "00", "", "000202"),
  withField("bad_tag", "60", "\n6008BRASILIA", "6008BRASILIA\n", "６００８BRASILIA"),
  withField("bad_length", "60", "60 8BRASILIA", "60８８BRASILIA"),
  withField("bad_tag", "62", "6203***"),
  withField("short_value", "62", "62070504***"),
  miscopied(
    "bad_tag",
    (text) => ` ${text}`,
    (text) => `${text}\n`,
    (text) => `\ufeff${text}`,
  ),
  miscopied(
    "short_value",
    (text) => text.slice(0, -1),
    (text) => text.slice(0, -4),
  ),
  miscopied(
    "crc_missing",
    (text) => text.slice(0, -8),
    (text) => `${text}6500`,
  ),
  miscopied("crc_mismatch", (text) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0")),
  miscopied("not_well_formed", (text) => `${text}\ud800`),
)

const unstrict = fc.oneof<Array<Break<BrCode.StrictReason>>>(
  withField("charset", "59", field("59", "José da Silva"), field("59", "Loja \ud83d\ude00"), field("59", "tab\t")),
  withField("charset", "60", field("60", "São Paulo")),
  withField("length", "59", field("59", "x".repeat(26)), field("59", "x".repeat(99))),
  withField("length", "60", field("60", "x".repeat(16))),
  withField("txid", "62", "", template("62", field("01", "1")), template("62", "0500")),
  withField("txid", "62", ...["a-1", "a b", "**", "x".repeat(26)].map((label) => template("62", field("05", label)))),
  withField("protocol", "26", template("26", pix, field("25", "https://pix.example.com/qr/1"))),
  withField("size", "27", stranger.repeat(20)),
  brCode()
    .filter((text) => /[A-F]/.test(text.slice(-4)))
    .map((text) => because(text.slice(0, -4) + text.slice(-4).toLowerCase(), "crc_case")),
)

/**
 * Texts that are almost a BR Code, or almost one that every bank reads. `why.reason` is the first reason of `BrCode.parse`: of its
 * errors, or, where it has none, of its warnings that are strict.
 *
 * @example
 * ```ts
 * import { BrCode } from "@pesoreal/core"
 * import { nearlyValidBrCode } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const drawn = fc.sample(nearlyValidBrCode(), 100)
 * drawn.every(({ value, why }) => BrCode.parse(value).errors[0]?.reason === why.reason) // => true
 * ```
 */
export const nearlyValidBrCode = ({ level = "acceptable" }: NearlyValidBrCodeOptions = {}): fc.Arbitrary<
  NearlyValid<string, BrCodeReason>
> =>
  level === "acceptable"
    ? unacceptable
    : fc.oneof<Array<fc.Arbitrary<NearlyValid<string, BrCodeReason>>>>(unacceptable, unstrict)

import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as BrCode from "./BrCode.ts"

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((unit) => String.fromCharCode(unit)),
  minLength: 1,
})
const latin = fc.constantFrom(...Array.from("abcXYZ019 .-&'áàâãçéêíóôõúüñÁÃÇÉÑªº"))
const nameOf = (most: number) => fc.string({ unit: latin, minLength: 1, maxLength: most })
const letters = fc.constantFrom(...Array.from("abcxyzABCXYZ0123456789"))

const key = fc.oneof(
  fc.stringMatching(/^[0-9]{11}$/u),
  fc.stringMatching(/^[0-9A-Z]{12}[0-9]{2}$/u),
  fc.stringMatching(/^\+55[0-9]{10,11}$/u),
  fc.stringMatching(/^[a-z0-9.]{1,30}@[a-z]{1,20}\.[a-z]{2,3}$/u),
  fc.uuid(),
)
const url = fc.stringMatching(/^[a-z0-9.-]{1,30}\/[a-zA-Z0-9/._-]{1,46}$/u)

const common = {
  merchantName: nameOf(25),
  merchantCity: nameOf(15),
  amountCentavos: fc.option(fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999_999_999_999 }))),
  txid: fc.option(fc.oneof(fc.constant("***"), fc.string({ unit: letters, minLength: 1, maxLength: 25 }))),
  postalCode: fc.option(fc.stringMatching(/^[0-9]{5}-?[0-9]{3}$/u)),
}
const recurrenceUrl = fc.option(url)

/** What a name is read as once it was written. */
const written = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "")

const partsOf = (answer: ReturnType<typeof BrCode.encodeStatic>): BrCode.BrCode => {
  if (!answer.ok) throw new Error(answer.errors.map(({ message, path }) => `${path} ${message}`).join("; "))
  const reading = BrCode.parse(answer.value)
  expect(BrCode.isStrict(reading)).toBe(true)
  expect(reading.warnings).toEqual([])
  expect(answer.value.length).toBeLessThanOrEqual(512)
  if (!reading.ok) throw new Error("Written, and not read")
  expect(BrCode.encode(reading.value.fields)).toEqual({ ok: true, value: answer.value, warnings: [] })
  return reading.value
}

/** What every code says, as it is read. */
const asRead = (options: {
  readonly merchantName: string
  readonly merchantCity: string
  readonly amountCentavos: number | null
  readonly txid: string | null
  readonly postalCode: string | null
  readonly recurrenceUrl: string | null
}) => ({
  merchantName: written(options.merchantName),
  merchantCity: written(options.merchantCity),
  amountCentavos: options.amountCentavos,
  txid: options.txid ?? "***",
  postalCode: options.postalCode,
  recurrenceUrl: options.recurrenceUrl,
  mcc: "0000",
  currency: "986",
  country: "BR",
})

describe("what is written", () => {
  it("with a key is read again, strictly and in full", () => {
    const options = fc.record({ ...common, recurrenceUrl, key, info: fc.option(nameOf(20)) })
    fc.assert(
      fc.property(options, (given) => {
        const code = partsOf(BrCode.encodeStatic(given))
        const info = given.info === null ? null : written(given.info)
        expect(code).toMatchObject({
          type: "static",
          pixKey: given.key,
          info,
          pointOfInitiation: "11",
          ...asRead(given),
        })
      }),
      { numRuns: 2_000 },
    )
  })

  it("with a url is read again, strictly and in full", () => {
    fc.assert(
      fc.property(fc.record({ ...common, recurrenceUrl, url }), (given) => {
        const code = partsOf(BrCode.encodeDynamic(given))
        expect(code).toMatchObject({ type: "dynamic", url: given.url, pointOfInitiation: "12", ...asRead(given) })
      }),
      { numRuns: 1_000 },
    )
  })

  it("with a recurrence alone is read again, strictly and in full", () => {
    fc.assert(
      fc.property(fc.record({ ...common, recurrenceUrl: url }), (given) => {
        expect(partsOf(BrCode.encodeRecurrence(given))).toMatchObject({ type: "recurrence", ...asRead(given) })
      }),
      { numRuns: 500 },
    )
  })

  it("is strict, or refused, whatever was given: nothing gets from one field into another", () => {
    const any = fc.oneof(
      printable,
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("", "6304", "540510.00", "***6304AAAA"),
    )
    const options = fc.record({
      merchantName: any,
      merchantCity: any,
      key: fc.oneof(key, any),
      info: fc.option(any),
      txid: fc.option(any),
      postalCode: fc.option(any),
      recurrenceUrl: fc.option(any),
      amountCentavos: fc.option(fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger())),
    })
    fc.assert(
      fc.property(options, (given) => {
        const answer = BrCode.encodeStatic(given)
        if (!answer.ok) return
        const reading = BrCode.parse(answer.value)
        expect(BrCode.isStrict(reading)).toBe(true)
        expect(answer.value).toMatch(/^[ -~]+$/u)
        expect(reading.ok && reading.value).toMatchObject({
          pixKey: given.key,
          merchantName: written(given.merchantName),
          amountCentavos: given.amountCentavos === 0 ? null : given.amountCentavos,
        })
      }),
      { numRuns: 3_000 },
    )
  })

  it("is BACEN's example, but for the field 01", () => {
    const answer = BrCode.encodeStatic({
      key: "123e4567-e12b-12d1-a456-426655440000",
      merchantName: "Fulano de Tal",
      merchantCity: "BRASILIA",
    })
    expect(answer).toEqual({
      ok: true,
      value: BrCode.seal(
        "00020101021126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***",
      ),
      warnings: [],
    })
  })

  it("can never come near 512 bytes", () => {
    const longest = "x".repeat(77)
    const answer = BrCode.encodeStatic({
      key: `${"x".repeat(30)}@${"x".repeat(22)}.com`,
      info: "i".repeat(16),
      merchantName: "n".repeat(25),
      merchantCity: "c".repeat(15),
      amountCentavos: 999_999_999_999,
      txid: "t".repeat(25),
      postalCode: "p".repeat(10),
      recurrenceUrl: longest,
    })
    expect(answer.ok && answer.value.length).toBeLessThan(420)
  })
})

describe("accents", () => {
  it.for([
    ["São Paulo", "Sao Paulo"],
    ["Padaria Açaí", "Padaria Acai"],
    ["Ñandú", "Nandu"],
    ["Cafe\u0301", "Cafe"],
    ["1ª Rua nº 2", "1a Rua no 2"],
    ["ＡＢＣ", "ABC"],
  ] as const)("come off %s", ([merchantName, read]) => {
    const answer = BrCode.encodeStatic({ key: "a@b.c", merchantName, merchantCity: "Pix" })
    expect(partsOf(answer).merchantName).toBe(read)
  })

  it.for(["Łódź", "Straße", "Ørsted", "東京", "Café ☕", "a\u0000b", "tab\there", "half \ud83d"])(
    "are not all: %j is refused",
    (merchantName) => {
      expect(BrCode.encodeStatic({ key: "a@b.c", merchantName, merchantCity: "Pix" }).ok).toBe(false)
    },
  )

  it("never come off a key, which would pay somebody else", () => {
    const answer = BrCode.encodeStatic({ key: "joão@example.com", merchantName: "João", merchantCity: "Pix" })
    expect(answer.ok ? [] : answer.errors.map(({ path, reason }) => [path, reason])).toEqual([
      ["26.01", "key_kind"],
      ["", "charset"],
    ])
  })
})

describe("limits", () => {
  const given = { key: "a@b.c", merchantName: "Fulano", merchantCity: "Brasilia" }

  it.for([
    [{ merchantName: "" }, "missing_field", "59"],
    [{ merchantName: "x".repeat(26) }, "length", "59"],
    [{ merchantName: "x".repeat(100) }, "unwritable", "59"],
    [{ merchantCity: "" }, "missing_field", "60"],
    [{ merchantCity: "x".repeat(16) }, "length", "60"],
    [{ key: "" }, "key_or_url", "26"],
    [{ key: "123.456.789-09" }, "key_kind", "26.01"],
    [{ key: "(61) 91234-5678" }, "key_kind", "26.01"],
    [{ key: "123E4567-E12B-12D1-A456-426655440000" }, "key_kind", "26.01"],
    [{ key: "123e4567 e12b 12d1 a456 426655440000" }, "key_kind", "26.01"],
    [{ key: `${"x".repeat(76)}@b` }, "unwritable", "26"],
    [{ info: "x".repeat(73) }, "unwritable", "26"],
    [{ info: "☕" }, "charset", ""],
    [{ txid: "" }, "txid", "62.05"],
    [{ txid: "a-1" }, "txid", "62.05"],
    [{ txid: "x".repeat(26) }, "txid", "62.05"],
    [{ postalCode: "x".repeat(11) }, "postal_code", "61"],
    [{ postalCode: "7007\n4900" }, "charset", ""],
    [{ recurrenceUrl: "https://a.b/c" }, "protocol", "80.25"],
    [{ recurrenceUrl: "x".repeat(78) }, "unwritable", "80"],
    [{ amountCentavos: -1 }, "amount", "54"],
    [{ amountCentavos: 1.5 }, "amount", "54"],
    [{ amountCentavos: 0.001 }, "amount", "54"],
    [{ amountCentavos: Number.NaN }, "amount", "54"],
    [{ amountCentavos: Number.POSITIVE_INFINITY }, "amount", "54"],
    [{ amountCentavos: 1e21 }, "amount", "54"],
    [{ amountCentavos: 1_000_000_000_000 }, "amount", "54"],
  ] as const)("of %j are kept: %s at %s", ([changes, reason, path]) => {
    const answer = BrCode.encodeStatic({ ...given, ...changes })
    expect(answer.ok ? {} : answer.errors[0]).toMatchObject({ reason, path })
  })

  it.for([
    [{ url: "" }, "key_or_url", "26"],
    [{ url: "", recurrenceUrl: "a.b/c" }, "key_or_url", "26"],
    [{ url: "x".repeat(78) }, "unwritable", "26"],
    [{ url: "http://a.b/c" }, "protocol", "26.25"],
    [{ url: "a.b/ção" }, "charset", ""],
  ] as const)("of %j are kept: %s at %s", ([changes, reason, path]) => {
    const answer = BrCode.encodeDynamic({ merchantName: "Fulano", merchantCity: "Brasilia", ...changes })
    expect(answer.ok ? {} : answer.errors[0]).toMatchObject({ reason, path })
  })

  it("are named all at once", () => {
    const answer = BrCode.encodeStatic({ key: "x", merchantName: "", merchantCity: "x".repeat(20), txid: "-" })
    expect(answer.ok ? [] : answer.errors.map(({ path }) => path)).toEqual(["59", "26.01", "60", "62.05"])
  })

  it("allow an amount of zero, and say that it means none", () => {
    expect(BrCode.encodeStatic({ ...given, amountCentavos: 0 })).toMatchObject({
      ok: true,
      warnings: [{ reason: "payer_chooses" }],
    })
  })

  it("take the parts of a code that was read, nulls and all", () => {
    const first = BrCode.encodeStatic({ ...given, amountCentavos: 1234 })
    const code = partsOf(first)
    expect(code.type === "static" && BrCode.encodeStatic({ ...code, key: code.pixKey })).toEqual(first)
  })
})

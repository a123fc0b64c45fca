import { readFileSync } from "node:fs"
import { describe, expect, it, vi } from "vitest"
import * as BrCode from "./BrCode.ts"
import { compute } from "./crc16.ts"
import { Reader } from "./tlv.ts"

interface Row {
  readonly kind: string
  readonly input: string
  /** At the strict level. */
  readonly valid: boolean
  /** No errors, whatever the warnings. */
  readonly acceptable: boolean
  /** Fields and check sum are fine. */
  readonly decodable: boolean
  readonly decodableCountingUtf8Bytes?: boolean
  readonly expected?: Readonly<Record<string, string>>
  readonly warnings: ReadonlyArray<string>
  readonly reason?: string
  readonly source: string
}

const vectors: ReadonlyArray<Row> = JSON.parse(
  readFileSync(new URL("../../test/vectors/domain.json", import.meta.url), "utf8"),
)
const rows = vectors.filter(({ kind }) => kind === "brcode")

const partsOf = (reading: BrCode.Reading): BrCode.Parts | null => (reading.ok ? reading.value : reading.parts)
const reasonsOf = (reading: BrCode.Reading) => reading.errors.map(({ reason }) => reason)
const warningsOf = (reading: BrCode.Reading) => reading.warnings.map(({ reason }) => reason)

const pix = "26580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000"

/** BACEN's example, with some of its fields in other words. An empty text leaves a field out. */
const codeWith = (changes: Readonly<Record<string, string>> = {}): string => {
  const fields = {
    "00": "000201",
    "26": pix,
    "52": "52040000",
    "53": "5303986",
    "54": "",
    "58": "5802BR",
    "59": "5913Fulano de Tal",
    "60": "6008BRASILIA",
    "62": "62070503***",
    "80": "",
    ...changes,
  }
  const order = ["00", "26", "52", "53", "54", "58", "59", "60", "62", "80"] as const
  return BrCode.seal(order.map((id) => fields[id]).join(""))
}

const field = (id: string, value: string) => id + String(value.length).padStart(2, "0") + value

describe("published codes", () => {
  it("are there", () => {
    expect(rows.length).toBeGreaterThanOrEqual(70)
  })

  describe.for(rows)("$input ($source)", (row) => {
    const reading = BrCode.parse(row.input)

    it(`is ${row.acceptable ? "acceptable" : "refused"}, and ${row.valid ? "strict" : `not strict: ${row.reason}`}`, () => {
      expect(reading.ok).toBe(row.acceptable)
      expect(BrCode.isStrict(reading)).toBe(row.valid)
      expect(reading.decodable).toBe(row.decodable)
    })

    it("has its parts", () => {
      expect(partsOf(reading) ?? {}).toMatchObject(row.expected ?? {})
    })

    it("has no strict warnings but the published ones", () => {
      const strict = warningsOf(reading).filter((reason) => !["key_kind", "payer_chooses"].includes(reason))
      // A published message with a semicolon in it was cut in two.
      expect(strict.length).toBe(row.warnings.filter((message) => !message.startsWith("use ***")).length)
    })

    it("is read counting bytes, if it says so", () => {
      const { decodable } = BrCode.parse(row.input, { lengths: "bytes" })
      // Nothing is said of a code in ASCII, for which it makes no difference.
      expect(decodable).toBe(row.decodableCountingUtf8Bytes ?? row.decodable)
    })

    it("is written again as it was, if it can be read", () => {
      const written = BrCode.encode(partsOf(reading)?.fields ?? [])
      expect(written).toMatchObject({ ok: true, value: partsOf(reading) === null ? "" : row.input })
    })
  })
})

describe("a static code", () => {
  it("has every part, and null for what it does not say", () => {
    const input = codeWith({ "54": "540510.50" })
    expect(BrCode.parse(input)).toEqual({
      ok: true,
      decodable: true,
      value: {
        text: input,
        type: "static",
        pixKey: "123e4567-e12b-12d1-a456-426655440000",
        info: null,
        fss: null,
        url: null,
        recurrenceUrl: null,
        pointOfInitiation: null,
        mcc: "0000",
        currency: "986",
        amount: "10.50",
        amountCentavos: 1050,
        country: "BR",
        merchantName: "Fulano de Tal",
        merchantCity: "BRASILIA",
        postalCode: null,
        txid: "***",
        crc: input.slice(-4),
      },
      errors: [],
      warnings: [],
    })
  })

  it("has its fields, with their places in bytes", () => {
    const reading = BrCode.parse(codeWith({ "60": "6008Brasília" }))
    expect(partsOf(reading)?.fields).toEqual([
      { id: "00", value: "01", offset: 0 },
      {
        id: "26",
        value: [
          { id: "00", value: "br.gov.bcb.pix", offset: 10 },
          { id: "01", value: "123e4567-e12b-12d1-a456-426655440000", offset: 28 },
        ],
        offset: 6,
      },
      { id: "52", value: "0000", offset: 68 },
      { id: "53", value: "986", offset: 76 },
      { id: "58", value: "BR", offset: 83 },
      { id: "59", value: "Fulano de Tal", offset: 89 },
      { id: "60", value: "Brasília", offset: 106 },
      { id: "62", value: [{ id: "05", value: "***", offset: 123 }], offset: 119 },
      { id: "63", value: partsOf(reading)?.crc, offset: 130 },
    ])
  })

  it("leaves its fields out of JSON, which has its text", () => {
    const { value } = BrCode.parse(codeWith()) as { value: BrCode.BrCode }
    expect(Object.keys(JSON.parse(JSON.stringify(value)))).not.toContain("fields")
  })
})

describe("the type of a code", () => {
  const url = field("26", field("00", "br.gov.bcb.pix") + field("25", "pix.example.com/qr/1"))
  const recurrence = field("80", field("00", "BR.GOV.BCB.PIX") + field("25", "pix.example.com/rec/1"))

  it.for([
    ["a key", {}, "static"],
    ["a url", { "26": url }, "dynamic"],
    ["a url whatever 01 says", { "00": "000201010211", "26": url }, "dynamic"],
    ["a key whatever 01 says", { "00": "000201010212" }, "static"],
    ["a recurrence beside a key", { "80": recurrence }, "static"],
    ["a recurrence beside a url", { "26": url, "80": recurrence }, "dynamic"],
    ["a recurrence alone", { "26": field("26", field("00", "br.gov.bcb.pix")), "80": recurrence }, "recurrence"],
    ["a template with another tag", { "26": `51${pix.slice(2)}` }, "static"],
    [
      "a template with its GUI last",
      { "26": field("26", field("01", "a@b.c") + field("00", "Br.Gov.bcb.PIX")) },
      "static",
    ],
  ] as const)("by %s is %3$s", ([, changes, type]) => {
    const reading = BrCode.parse(codeWith(changes))
    expect(reading.ok && reading.value.type).toBe(type)
    expect(BrCode.isStrict(reading)).toBe(true)
  })

  it("is not told by the templates of others", () => {
    const other = field("27", field("00", "br.com.outro") + field("01", "0123") + field("25", "example.com/1"))
    const reading = BrCode.parse(codeWith({ "52": `${other}52040000`, "80": other.replace("27", "81") }))
    expect(partsOf(reading)).toMatchObject({ type: "static", url: null, recurrenceUrl: null })
    expect(reading.warnings).toEqual([])
  })
})

describe("errors", () => {
  const url = field("25", "pix.example.com/qr/1")

  it.for([
    [{ "52": "" }, "missing_field", "52"],
    [{ "53": "" }, "missing_field", "53"],
    [{ "58": "" }, "missing_field", "58"],
    [{ "59": "" }, "missing_field", "59"],
    [{ "60": "" }, "missing_field", "60"],
    [{ "60": "6000" }, "missing_field", "60"],
    [{ "26": "" }, "no_pix_template", "26"],
    [{ "26": field("26", field("00", "br.com.outro") + field("01", "a@b.c")) }, "no_pix_template", "26"],
    [{ "26": field("25", field("00", "br.gov.bcb.pix") + field("01", "a@b.c")) }, "no_pix_template", "26"],
    [{ "52": `27${pix.slice(2)}52040000` }, "second_pix_template", "27"],
    [{ "26": field("26", field("00", "br.gov.bcb.pix")) }, "key_or_url", "26"],
    [{ "26": field("30", field("00", "br.gov.bcb.pix") + field("02", "no key")) }, "key_or_url", "30"],
    [{ "26": field("26", field("00", "br.gov.bcb.pix") + field("01", "a@b.c") + url) }, "key_or_url", "26"],
    [{ "53": "5303840" }, "currency", "53"],
    [{ "58": "5802br" }, "country", "58"],
    [{ "54": "540510,00" }, "amount", "54"],
    [{ "00": "00020126x1" }, "bad_length", "26"],
    [{ "00": "000202" }, "prefix", "00"],
    [{ "00": "010211" }, "prefix", "00"],
    [{ "00": "000201000201" }, "repeated_field", "00"],
    [{ "54": "540510.00540520.00" }, "repeated_field", "54"],
    [
      { "26": field("26", field("00", "br.gov.bcb.pix") + field("01", "a@b.c") + field("01", "c@b.a")) },
      "repeated_field",
      "26.01",
    ],
    [{ "62": "62070503***62070503abc" }, "repeated_field", "62.05"],
    [{ "62": "6203***" }, "bad_tag", "62"],
    [{ "62": "62070504***" }, "short_value", "62.05"],
    [{ "26": field("26", `${field("00", "br.gov.bcb.pix")}0199x`) }, "short_value", "26.01"],
    [{ "26": field("26", `${field("00", "br.gov.bcb.pix")}01`) }, "bad_length", "26.01"],
    [{ "26": field("26", `${field("00", "br.gov.bcb.pix")}0`) }, "bad_tag", "26"],
  ] as const)("%j is refused: %s at %s", ([changes, reason, path]) => {
    const [first] = BrCode.parse(codeWith(changes)).errors
    expect(first).toMatchObject({ reason, path })
    expect(first?.message).toMatch(/^must /u)
  })

  it("are all found at once", () => {
    const reading = BrCode.parse("0002015204000053038405802AR6008BRASILIA62070503***6304ABCD")
    expect(reasonsOf(reading)).toEqual(["currency", "country", "crc_mismatch", "missing_field", "no_pix_template"])
    expect(reading.errors.map(({ offset }) => offset)).toEqual([18, 25, 54, 58, 58])
  })

  it("of the fields leave no others but those of the sum and of the beginning", () => {
    const reading = BrCode.parse("0102115303840530484x6304ABCD")
    expect(reasonsOf(reading)).toEqual(["bad_length", "crc_mismatch", "prefix"])
    expect(reading.warnings).toEqual([])
    expect(partsOf(reading)).toBeNull()
  })

  it("of an empty text say how a code begins and ends", () => {
    expect(reasonsOf(BrCode.parse(""))).toEqual(["bad_tag", "crc_missing", "prefix"])
  })

  it("have offsets in bytes", () => {
    const [error] = BrCode.parse(codeWith({ "59": "5904João", "60": "6003Pix", "62": "6203***" })).errors
    expect(error).toEqual({
      reason: "bad_tag",
      message: "must be a tag, a length and so many characters",
      path: "62",
      offset: new TextEncoder().encode(codeWith({ "59": "5904João", "60": "6003Pix" }).split("62070503")[0]).length + 4,
    })
  })
})

describe("the check sum", () => {
  const right = codeWith()

  it.for([
    [right.slice(0, -8), "crc_missing"],
    [right.slice(0, -4), "short_value"],
    [`${right}5303986`, "crc_missing"],
    [`${right.slice(0, -8)}6303${right.slice(-3)}`, "crc_missing"],
    // A field with the same digits inside another is no sum.
    [`${right.slice(0, -8)}80086304${right.slice(-4)}`, "crc_missing"],
    [`${right.slice(0, -4)}0000`, "crc_mismatch"],
    [`${right.slice(0, -4)}é3D3`, "crc_mismatch"],
    [`${right.slice(0, -4)}1D3👀`, "crc_missing"],
  ] as const)("of %s: %s", ([input, reason]) => {
    const reading = BrCode.parse(input)
    expect(reasonsOf(reading)).toContain(reason)
    expect(reading.decodable).toBe(false)
  })

  it("is not made up of the fields around it, however these add up", () => {
    let input = ""
    for (let number = 0; compute(input) !== 0; number++) {
      input = `${codeWith({ "62": field("62", field("05", String(number))) }).slice(0, -8)}6300`
    }
    expect(compute(input)).toBe(0)
    expect(reasonsOf(BrCode.parse(`${input}0000`))).toContain("crc_missing")
  })

  it("in lower case is taken, and kept when the code is written again", () => {
    const input = right.slice(0, -4) + right.slice(-4).toLowerCase()
    const reading = BrCode.parse(input)
    expect(reading).toMatchObject({ ok: true, decodable: true, warnings: [{ reason: "crc_case", path: "63" }] })
    expect(partsOf(reading)?.crc).toBe("1D3D")
    expect(BrCode.encode(partsOf(reading)?.fields ?? [])).toMatchObject({ value: input })
  })

  it("is judged beside a fault of the fields", () => {
    expect(reasonsOf(BrCode.parse(` ${right}`))).toEqual(["bad_tag", "crc_mismatch", "prefix"])
  })

  it("that is right makes a code decodable, whatever else is wrong with it", () => {
    const reading = BrCode.parse(BrCode.seal("000201"))
    expect(reading).toMatchObject({ ok: false, decodable: true, parts: { type: null, pixKey: null } })
  })
})

describe("amounts", () => {
  it.for([
    ["100", 10_000],
    ["10.", 1_000],
    ["0.9", 90],
    ["1000.0", 100_000],
    [".10", 10],
    [".1", 10],
    ["0.01", 1],
    ["9999999999.99", 999_999_999_999],
    ["9999999999999", 999_999_999_999_900],
    ["0", null],
    ["0.00", null],
  ] as const)("%s is %d centavos", ([amount, centavos]) => {
    const reading = BrCode.parse(codeWith({ "54": field("54", amount) }))
    expect(partsOf(reading)).toMatchObject({ amount, amountCentavos: centavos })
    expect(reading.ok).toBe(true)
    expect(warningsOf(reading)).toEqual(centavos === null ? ["payer_chooses"] : [])
  })

  it.for([
    "",
    ".",
    "1.234",
    "1.000",
    "1,00",
    "1.0.0",
    " 1",
    "1 ",
    "+1",
    "-1",
    "1e2",
    "１０",
    "10000000000.00",
    "00000000000000",
  ])("%j is none", (amount) => {
    const reading = BrCode.parse(codeWith({ "54": field("54", amount) }))
    expect(reasonsOf(reading)).toEqual(["amount"])
    expect(partsOf(reading)?.amountCentavos).toBeNull()
  })
})

describe("warnings", () => {
  it.for([
    [{ "59": "5913Fulano de Tãl" }, "charset", "59", false],
    [{ "60": "6008BRAS\tLIA" }, "charset", "60", false],
    [{ "59": field("59", "x".repeat(26)) }, "length", "59", false],
    [{ "60": field("60", "x".repeat(16)) }, "length", "60", false],
    [{ "62": "" }, "txid", "62.05", false],
    [{ "62": field("62", field("01", "1")) }, "txid", "62.05", false],
    [{ "62": "62040500" }, "txid", "62.05", false],
    [{ "62": field("62", field("05", "a-1")) }, "txid", "62.05", false],
    [{ "62": field("62", field("05", "x".repeat(26))) }, "txid", "62.05", false],
    [
      { "26": field("26", `${field("00", "br.gov.bcb.pix")}${field("25", "HTTP://a.b/c")}`) },
      "protocol",
      "26.25",
      false,
    ],
    [
      { "80": field("80", `${field("00", "br.gov.bcb.pix")}${field("25", "https://a.b/c")}`) },
      "protocol",
      "80.25",
      false,
    ],
    [{ "80": Array.from("12345", (unit) => field(`9${unit}`, "x".repeat(99))).join("") }, "size", "", false],
    [
      { "26": field("26", `${field("00", "br.gov.bcb.pix")}${field("01", "123.456.789-09")}`) },
      "key_kind",
      "26.01",
      true,
    ],
    [{ "54": "54010" }, "payer_chooses", "54", true],
    [{ "60": "6003Pix6111abcdefghijk" }, "postal_code", "61", true],
  ] as const)("%j is accepted, but %s at %s", ([changes, reason, path, isStrict]) => {
    const reading = BrCode.parse(codeWith(changes))
    expect(reading).toMatchObject({ ok: true, warnings: [{ reason, path }] })
    expect(reading.warnings).toHaveLength(1)
    expect(reading.warnings[0]?.message).toMatch(/^should /u)
    expect(BrCode.isStrict(reading)).toBe(isStrict)
  })

  it.for([
    ["a name of 25 characters beyond the first plane", { "59": `5925${"👀".repeat(25)}` }, ["charset"]],
    ["a zero-length field of somebody's", { "62": field("62", field("05", "***") + "0700") }, []],
    // go-pix writes an empty info; pix-utils refuses it.
    ["an empty info", { "26": field("26", `${field("00", "br.gov.bcb.pix")}${field("01", "a@b.c")}0200`) }, []],
    ["the old manual's 62.50", { "62": "62410503***50300017BR.GOV.BCB.BRCODE01051.0.0" }, []],
    [
      "a slash far behind a colon",
      { "26": field("26", `${field("00", "br.gov.bcb.pix")}${field("25", "a.b:1/c?u=x://")}`) },
      [],
    ],
    // The Pix manual calls the info free text, unlike name and city.
    [
      "an accent in the info",
      { "26": field("26", `${field("00", "br.gov.bcb.pix")}${field("01", "a@b.c")}${field("02", "é")}`) },
      [],
    ],
    ["a language template", { "80": "64200002ZH0104最佳运输0202北京" }, []],
    ["templates that are no fields", { "52": "2703xyz52040000", "80": "6402xx8103abc" }, []],
    ["fields for future use", { "80": "6502ab7900" }, []],
  ] as const)("are none of %s", ([, changes, reasons]) => {
    const reading = BrCode.parse(codeWith(changes))
    expect(reading.ok).toBe(true)
    expect(warningsOf(reading)).toEqual(reasons)
  })

  it.for([
    "39053344705",
    "12345678000195",
    "12ABC34501DE35",
    "+5561912345678",
    "ana@example.com",
    "123e4567-e12b-12d1-a456-426655440000",
    "pedro.felipe.azevedo.furtado@mail.com",
  ])("are none of the key %s", (key) => {
    const reading = BrCode.parse(codeWith({ "26": field("26", field("00", "br.gov.bcb.pix") + field("01", key)) }))
    expect(reading).toMatchObject({ ok: true, warnings: [] })
  })
})

describe("lengths that count bytes", () => {
  const inBytes = BrCode.seal(`000201${pix}5204000053039865802BR5905João6010São Paulo62070503***`)

  it("are read when asked for, with a warning, and written again as they were", () => {
    expect(BrCode.parse(inBytes).decodable).toBe(false)
    const reading = BrCode.parse(inBytes, { lengths: "bytes" })
    expect(reading.ok).toBe(true)
    expect(warningsOf(reading)).toEqual(["charset", "charset", "byte_lengths"])
    expect(BrCode.encode(partsOf(reading)?.fields ?? [], { lengths: "bytes" })).toMatchObject({ value: inBytes })
  })

  it("make no difference in ASCII", () => {
    expect(BrCode.parse(codeWith(), { lengths: "bytes" })).toEqual(BrCode.parse(codeWith()))
  })
})

describe("offsets", () => {
  it.for([
    ["000201é", 8],
    ["000201éé", 10],
    ["00020159020é53é", 13],
  ] as const)("count bytes where only the end of %s is not ASCII", ([text, offset]) => {
    expect(BrCode.parse(text).errors.map((error) => error.offset)).toContain(offset)
  })
})

describe("hostile texts", () => {
  it.for([
    ["65,537 characters", "0".repeat(65_537), "size"],
    ["a million characters", "👀".repeat(500_000), "size"],
    ["half of a character", "000201\ud800", "not_well_formed"],
    ["halves in the wrong order", "\udc40\ud83d", "not_well_formed"],
  ] as const)("of %s are refused", ([, input, reason]) => {
    expect(BrCode.parse(input)).toEqual({
      ok: false,
      decodable: false,
      parts: null,
      errors: [{ reason, message: "must be well-formed Unicode of at most 65536 bytes", path: "", offset: 0 }],
      warnings: [],
    })
  })

  it("of more than 64 KiB in fewer characters are refused", () => {
    const reading = BrCode.parse(BrCode.seal(`000201${field("70", "€".repeat(99)).repeat(300)}`))
    expect(reasonsOf(reading)).toContain("size")
  })

  it("of exactly 64 KiB are read", () => {
    const fields = codeWith().slice(0, -8)
    const room = BrCode.MAX_BYTES - 8 - fields.length
    const filled = BrCode.seal(fields + "6500".repeat(Math.floor(room / 4) - 1) + field("65", "x".repeat(room % 4)))
    expect(filled).toHaveLength(BrCode.MAX_BYTES)
    expect(BrCode.parse(filled)).toMatchObject({ ok: true, warnings: [{ reason: "size" }] })
  })

  it.for([
    "",
    "6304",
    "63040000",
    "\u0000",
    "000201\u0000",
    "0".repeat(65_536),
    "👀",
    "6304👀👀",
    "000201é",
    "26",
    "2699",
  ])("such as %j never make it throw", (input) => {
    for (const lengths of ["characters", "bytes"] as const) {
      const reading = BrCode.parse(input, { lengths })
      expect(reading.ok).toBe(false)
      for (const { offset } of [...reading.errors, ...reading.warnings]) expect(offset).toBeGreaterThanOrEqual(0)
      for (const { path } of reading.errors) expect(path).toMatch(/^(?:\d\d(?:\.\d\d)?)?$/u)
    }
  })

  it.for([
    ["templates that look like Pix until their end", field("26", field("00", "br.gov.bcb.pix") + "01".repeat(40))],
    ["Pix templates", field("80", field("00", "br.gov.bcb.pix") + field("01", "x".repeat(70)))],
    ["templates full of empty fields", field("27", "0100".repeat(24))],
    ["templates full of templates", field("26", field("26", field("26", field("26", "0000"))))],
    ["empty fields", "5900"],
    ["templates of two bytes each character", `9020${"é".repeat(20)}`],
  ] as const)("made of %s take work in proportion to their length", ([, part]) => {
    const input = BrCode.seal(part.repeat(Math.floor(65_000 / part.length)))
    const next = vi.spyOn(Reader.prototype, "next")
    const slice = vi.spyOn(String.prototype, "slice")
    try {
      const reading = BrCode.parse(input)
      expect(reading.errors.length + reading.warnings.length).toBeLessThan(input.length)
      // A field is looked at twice at most: for the GUI of its template, and for itself. The shortest has four characters.
      expect(next.mock.calls.length).toBeLessThanOrEqual(input.length / 2)
      expect(slice.mock.calls.length).toBeLessThanOrEqual(input.length)
    } finally {
      vi.restoreAllMocks()
    }
  })
})

describe("seal", () => {
  it("makes BACEN's example", () => {
    expect(codeWith()).toBe(
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D",
    )
  })
})

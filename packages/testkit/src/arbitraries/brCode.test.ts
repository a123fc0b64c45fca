import { BrCode, BrCodeSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { brCode, nearlyValidBrCode } from "./brCode.ts"

const parts = (text: string): BrCode.BrCode => {
  const reading = BrCode.parse(text)
  if (!reading.ok) throw new Error(`${text} is refused`)
  return reading.value
}

describe("BR Codes", () => {
  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(BrCode.parse, brCode()))
    fc.assert(requestsAreAccepted(BrCodeSchema.QrCode, brCode()))
    fc.assert(requestsAreAccepted(BrCodeSchema.BrCodeStrict, brCode()), { numRuns: 1_000 })
  })

  it.for(["static", "dynamic", "recurrence"] as const)("are %s if asked to", (type) => {
    fc.assert(fc.property(brCode({ type }), (text) => parts(text).type === type))
  })

  it("are of every type, and have what is seldom seen", () => {
    const drawn = fc.sample(brCode(), 1_000).map(parts)
    expect(new Set(drawn.map(({ type }) => type)).size).toBe(3)
    expect(drawn.some(({ type, recurrenceUrl }) => type === "static" && recurrenceUrl !== null)).toBe(true)
    expect(drawn.some(({ amount }) => amount === "10.")).toBe(true)
    expect(drawn.some(({ merchantName }) => merchantName.length === 25)).toBe(true)
    expect(drawn.some(({ fields }) => fields.some(({ id }) => id === "27"))).toBe(true)
    expect(drawn.some(({ info }) => info !== null)).toBe(true)
    expect(drawn.some(({ pixKey }) => pixKey?.length === 77)).toBe(true)
  })

  it("shrink to as little as a code may have", () => {
    const fields = "00020126370014br.gov.bcb.pix2515a.example.com/a5204000053039865802BR5901A6001A"
    // `***`, no id at all, does not shrink to an id.
    const least = ["620505010", "62070503***"].map((additional) => BrCode.seal(fields + additional))
    expect(least).toContain(minimalOf(brCode({ type: "dynamic" }), () => true))
  })
})

describe("nearly valid BR Codes", () => {
  it("are refused by parse, for the reason that they name first", () => {
    fc.assert(inputsAreRefused(BrCode.parse, nearlyValidBrCode()), { numRuns: 2_000 })
  })

  it("are not strict, for the reason that they name first", () => {
    fc.assert(
      fc.property(nearlyValidBrCode({ level: "strict" }), ({ value, why }) => {
        const reading = BrCode.parse(value)
        const [first] = reading.ok
          ? reading.warnings.filter(({ reason }) => reason !== "payer_chooses" && reason !== "key_kind")
          : reading.errors
        return !BrCode.isStrict(reading) && first?.reason === why.reason
      }),
      { numRuns: 2_000 },
    )
  })

  it("are refused by the strict schema, once", () => {
    fc.assert(requestsAreRefused(BrCodeSchema.BrCodeStrict, nearlyValidBrCode({ level: "strict" })), { numRuns: 1_000 })
  })

  it("have every reason of their level", () => {
    const errors = [
      "amount",
      "bad_length",
      "bad_tag",
      "country",
      "crc_mismatch",
      "crc_missing",
      "currency",
      "key_or_url",
      "missing_field",
      "no_pix_template",
      "not_well_formed",
      "prefix",
      "repeated_field",
      "second_pix_template",
      "short_value",
    ]
    expect(reasonsOf(nearlyValidBrCode())).toEqual(errors)
    const strict = ["charset", "crc_case", "length", "protocol", "size", "txid"]
    expect(reasonsOf(nearlyValidBrCode({ level: "strict" }))).toEqual([...errors, ...strict].toSorted())
  })
})

import { PixKey, PixKeySchema, PixKeyType } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidPixKey, nearlyValidPixKeyOfType, pixKey } from "./pixKey.ts"

const { pixKeyContract, pixKeyStrict } = PixKeySchema

describe("PIX keys", () => {
  it("are read by parse, and are of every type", () => {
    fc.assert(inputsAreParsed(PixKey.parse, pixKey({ alphanumeric: true })), { numRuns: 1_000 })
    const types = fc.sample(pixKey(), 500).map((key) => {
      const parsed = PixKey.parse(key)
      return parsed.ok ? parsed.value.type : ""
    })
    expect(Array.from(new Set(types)).toSorted()).toEqual(["CNPJ", "CPF", "EMAIL", "EVP", "PHONE"])
  })

  it.for(PixKeyType.keyTypes)(
    "of type %s are accepted by the schemas of both levels, and kept as they are",
    (keyType) => {
      for (const alphanumeric of [false, true]) {
        const keys = pixKey({ keyType, alphanumeric })
        fc.assert(requestsAreAccepted(pixKeyContract(keyType, { alphanumeric }), keys))
        fc.assert(requestsAreAccepted(pixKeyStrict(keyType, { alphanumeric }), keys))
        fc.assert(fc.property(keys, (key) => PixKeyType.canonical(keyType, key) === key))
      }
    },
  )

  it("are at the bounds of length", () => {
    expect(fc.sample(pixKey({ keyType: "EMAIL" }), 500).some((key) => key.length === 77)).toBe(true)
    const phones = fc.sample(pixKey({ keyType: "PHONE" }), 2_000).map((key) => key.length)
    expect([Math.min(...phones), Math.max(...phones)]).toEqual([11, 16])
  })

  it("shrink to the smallest of their type", () => {
    expect(minimalOf(pixKey({ keyType: "EMAIL" }), () => true)).toBe("a@a.a")
    expect(minimalOf(pixKey({ keyType: "PHONE" }), () => true)).toBe("+1000000000")
    expect(minimalOf(pixKey({ keyType: "RANDOM" }), () => true)).toBe("00000000-0000-0000-0000-000000000000")
    const uuid = "123e4567-e89b-12d3-a456-426655440000"
    expect(minimalFrom(pixKey({ keyType: "RANDOM" }), uuid, (key) => !key.startsWith("0"))).toBe(
      "10000000-0000-0000-0000-000000000000",
    )
    expect(minimalFrom(pixKey({ keyType: "PHONE" }), "+5511987654321", (key) => key.length > 12)).toBe("+100000000000")
  })
})

describe("nearly valid PIX keys", () => {
  it("are refused by parse, for the reason that they name", () => {
    fc.assert(inputsAreRefused(PixKey.parse, nearlyValidPixKey()), { numRuns: 3_000 })
    expect(reasonsOf(nearlyValidPixKey())).toEqual(["check_digits", "form", "unknown"])
  })

  it.for(PixKeyType.keyTypes.flatMap((keyType) => [false, true].map((alphanumeric) => ({ keyType, alphanumeric }))))(
    "of %j are refused by the schemas of both levels, in the words that they name",
    ({ keyType, alphanumeric }) => {
      const strict = nearlyValidPixKeyOfType({ keyType, alphanumeric })
      fc.assert(requestsAreRefused(pixKeyStrict(keyType, { alphanumeric }), strict), { numRuns: 1_000 })
      const contract = nearlyValidPixKeyOfType({ keyType, alphanumeric, level: "contract" })
      fc.assert(requestsAreRefused(pixKeyContract(keyType, { alphanumeric }), contract), { numRuns: 1_000 })
    },
  )

  it("have what only the directory refuses at the strict level alone", () => {
    const ofLevel = (keyType: PixKeyType.KeyType, level: "contract" | "strict") =>
      reasonsOf(nearlyValidPixKeyOfType({ keyType, level }))
    expect(ofLevel("PHONE", "strict")).toEqual(["no_country", "not_phone"])
    expect(ofLevel("PHONE", "contract")).toEqual(["not_phone"])
    expect(ofLevel("EMAIL", "strict")).toEqual(expect.arrayContaining(["not_in_directory", "too_long", "uppercase"]))
    expect(ofLevel("EMAIL", "contract")).not.toContain("uppercase")
    expect(ofLevel("RANDOM", "strict")).toEqual(["not_uuid"])
    expect(ofLevel("DOCUMENT", "strict")).toContain("check_digits")
  })
})

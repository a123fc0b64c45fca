import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import * as Cnpj from "../documents/Cnpj.ts"
import * as Cpf from "../documents/Cpf.ts"
import * as PixKey from "./PixKey.ts"

const vectors = publishedVectors("pixkey")

/** The directory's own patterns (bacen/pix-dict-api, openapi.yaml), with the letters that a CNPJ may have since July 2026. */
const directory: Readonly<Record<PixKey.Type, RegExp>> = {
  CPF: /^[0-9]{11}$/u,
  CNPJ: /^[0-9A-Z]{12}[0-9]{2}$/u,
  // The directory has 3 to 16 digits; the contract, which comes first, 10 to 15.
  PHONE: /^\+[1-9]\d{9,14}$/u,
  EMAIL:
    // oxlint-disable-next-line eslint/no-useless-escape -- as it is published
    /^[a-z0-9.!#$&'*+\/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/u,
  EVP: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u,
}

/** The type of a key by those patterns, and by its check digits. */
const typeOf = (text: string): PixKey.Type | undefined => {
  const types = Array.from(["CPF", "CNPJ", "PHONE", "EMAIL", "EVP"] as const)
  const type = types.find((one) => text.length <= 77 && directory[one].test(text))
  const isOther = (type === "CPF" && !Cpf.isCpf(text)) || (type === "CNPJ" && !Cnpj.isCnpj(text))
  return isOther ? undefined : type
}

const problemOf = (text: string): string => {
  const parsed = PixKey.parse(text)
  return parsed.ok ? "" : `${parsed.errors[0].reason}: ${parsed.errors[0].message}`
}

describe("published PIX keys", () => {
  it.for(vectors.filter(({ valid }) => valid))("$input of $source is read", ({ input, expected }) => {
    expect(PixKey.parse(input)).toMatchObject({ ok: true, value: { text: input, ...expected } })
    expect(PixKey.isPixKey(input)).toBe(true)
  })

  it.for(vectors.filter(({ valid }) => !valid))("$input of $source is refused: $reason", ({ input }) => {
    expect(PixKey.parse(input).ok).toBe(false)
    expect(PixKey.isPixKey(input)).toBe(false)
  })
})

describe("a PIX key", () => {
  it.each([
    ["39053344705", "CPF", "DOCUMENT"],
    ["11222333000181", "CNPJ", "DOCUMENT"],
    ["12ABC34501DE35", "CNPJ", "DOCUMENT"],
    ["+5511987654321", "PHONE", "PHONE"],
    ["+525512345678", "PHONE", "PHONE"],
    ["pix@bcb.gov.br", "EMAIL", "EMAIL"],
    ["a@b", "EMAIL", "EMAIL"],
    ["123e4567-e89b-12d3-a456-426655440000", "EVP", "RANDOM"],
  ])("%s is a %s, which the API calls %s", (text, type, keyType) => {
    expect(PixKey.parse(text)).toEqual({ ok: true, value: { text, type, keyType }, warnings: [] })
  })

  it.each([
    ["390.533.447-05", "form: write it 39053344705"],
    ["11.222.333/0001-81", "form: write it 11222333000181"],
    ["12abc34501de35", "form: write it 12ABC34501DE35"],
    ["Pix@BCB.gov.br", "form: write it pix@bcb.gov.br"],
    ["123e4567e89b12d3a456426655440000", "form: write it 123e4567-e89b-12d3-a456-426655440000"],
    ["123E4567-E89B-12D3-A456-426655440000", "form: write it 123e4567-e89b-12d3-a456-426655440000"],
    ["5511987654321", "form: write it +5511987654321"],
    ["551133334444", "form: write it +551133334444"],
    ["+55 (11) 98765-4321", "form: write it +5511987654321"],
    ["11987654321", "check_digits: must end in 74 as a CPF; a phone begins with +55"],
    ["(11) 98765-4321", "check_digits: must end in 74 as a CPF; a phone begins with +55"],
    ["39053344706", "check_digits: must end in 05 as a CPF; a phone begins with +55"],
    ["12345678000190", "check_digits: must end in 95 as a CNPJ; a phone begins with +55"],
    ["11111111111", "check_digits: is one digit repeated as a CPF; a phone begins with +55"],
  ])("%s is refused: %s", (text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })

  it.each([
    "",
    "+",
    "+055119876",
    "+55119876",
    "+1234567890123456",
    "+12",
    "+12345678901234567",
    "1133334444",
    "a%b@c.br",
    "josé@niño.example",
    "a@-b.br",
    "a@b..br",
    "a@b.br.",
    `${"a".repeat(72)}@b.com`,
    "pix@bcb.gov.br\n",
    "+5511987654321\u0000",
    "123e4567-e89b-12d3-a456-42665544000g",
    "123e4567-e89b-12d3-a456-426655440000-",
    "３９０５３３４４７０５",
    "😀",
    "\ud800",
  ])("is not %j", (text) => {
    expect(PixKey.isPixKey(text)).toBe(false)
  })

  it.each(["+5510998765432", "+5520998765432", "+5511187654321", "+551198765432"])(
    "%s is one, though Brazil has no such number, and says so",
    (text) => {
      const warnings = [{ reason: "phone", message: "Brazil has no such number" }]
      expect(PixKey.parse(text)).toMatchObject({ ok: true, value: { type: "PHONE" }, warnings })
    },
  )

  it("has no warning for any area that there is", () => {
    const areas =
      "11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99"
    const without = Array.from({ length: 90 }, (_, index) => String(index + 10)).filter(
      (area) => PixKey.parse(`+55${area}987654321`).warnings.length === 0,
    )
    expect(without.join(" ")).toBe(areas)
  })

  it("is what the directory's patterns and the check digits say, and has the form that a refusal names", () => {
    const local = "az09.!#$&'*+/=?^_`{|}~-%A@ é"
    const email = fc
      .tuple(
        fc.string({ unit: fc.constantFrom(...Array.from(local)), maxLength: 8 }),
        fc.stringMatching(/^[a-z0-9.A-]{0,70}$/u),
      )
      .map(([before, after]) => `${before}@${after}`)
    const texts = fc.oneof(
      email,
      fc.emailAddress(),
      fc.uuid().chain((uuid) => fc.constantFrom(uuid, uuid.toUpperCase(), uuid.replaceAll("-", ""), `${uuid}0`)),
      fc.stringMatching(/^\+?\d{2,18}$/u),
      fc.stringMatching(/^[\dA-Za-z./-]{11,18}$/u),
      fc.stringMatching(/^\d{9}$/u).map((base) => {
        const made = Cpf.fromParts({ base })
        return made.ok ? made.value.text : base
      }),
      fc.string({ unit: "binary", maxLength: 90 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = PixKey.parse(text)
        expect(parsed.ok ? parsed.value.type : undefined).toBe(typeOf(text))
        const [, written] = /^form: write it ([^]*)$/u.exec(problemOf(text)) ?? []
        expect(written === undefined || PixKey.isPixKey(written)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it("is refused at any length", () => {
    for (const piece of ["a", "@", "a.", "a@", "-", "1", "+", "😀", "\ud800"]) {
      expect(PixKey.isPixKey(piece.repeat(77).slice(0, 77))).toBe(false)
      expect(PixKey.isPixKey(piece.repeat(200_000))).toBe(false)
    }
    const ofLength = (length: number) => `${"a".repeat(length - 5)}@b.br`
    expect(PixKey.isPixKey(ofLength(77))).toBe(true)
    expect(PixKey.isPixKey(ofLength(78))).toBe(false)
  })
})

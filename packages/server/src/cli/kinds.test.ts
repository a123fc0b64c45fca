/** The table of kinds: that every kind checks what it says it checks, says what it found, and never throws. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { kindOf, kinds } from "./kinds.ts"
import { jsonOf } from "./verdict.ts"

const checkWith = async (name: string) => {
  const kind = kindOf(name)
  if (kind === undefined) throw new Error(`There is no kind ${name}`)
  return kind.load()
}

describe("the kinds", () => {
  it("are those that the command promises, with an alias for one", () => {
    assert.deepEqual(
      kinds.map(({ name }) => name),
      ["brcode", "clabe", "cpf", "cnpj", "rfc", "curp", "pixkey", "phone", "e2eid"],
    )
    assert.strictEqual(kindOf("endToEndId"), kindOf("e2eid"))
    assert.isUndefined(kindOf("toString"))
  })

  it.each(kinds)("$name accepts its example, and has parts of these names alone", async ({ example, parts, load }) => {
    const verdict = (await load())(example)
    assert.deepInclude(verdict, { valid: true, errors: [], warnings: [] })
    assert.isNotEmpty(verdict.parts)
    assert.includeMembers([...parts], Object.keys(verdict.parts ?? {}))
  })

  it.each(kinds)(
    "$name says of hostile texts why they are refused, and never throws",
    async ({ name, load, example }) => {
      const check = await load()
      const huge = 1_000_000
      const texts = fc.oneof(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.string({ unit: fc.constantFrom(...Array.from("0123456789 .-+ABCÑ&@6304")), maxLength: 40 }),
        // The example, with something wrong in it.
        fc
          .tuple(fc.nat(example.length), fc.string({ unit: "binary", maxLength: 2 }), fc.nat(2))
          .map(([at, put, gone]) => example.slice(0, at) + put + example.slice(at + gone)),
      )
      const examine = (input: string): void => {
        const { valid, acceptable, errors, warnings } = check(input)
        if (valid) assert.isEmpty(errors)
        else assert.isNotEmpty(acceptable === true ? warnings : errors)
        for (const { code, offset, message } of [...errors, ...warnings]) {
          assert.match(code, /^[a-z0-9_]+$/u)
          assert.isNotEmpty(message)
          assert.isTrue(
            offset === undefined || (offset >= 0 && offset <= new TextEncoder().encode(input).length),
            `${offset}`,
          )
        }
      }
      fc.assert(fc.property(texts, examine), {
        numRuns: 500,
        examples: [[""], ["\u0000"], ["\uD800"], ["٣".repeat(18)]],
      })
      for (const unit of ["9", "a", " ", ".", "é", "👀", "\n", "1 ", "@a.", "6304"]) {
        assert.isFalse(check(unit.repeat(huge / unit.length)).valid, `${name} ${unit}`)
      }
    },
    60_000,
  )
})

describe("a verdict", () => {
  it("is one line of JSON, whatever the text is", async () => {
    const check = await checkWith("cpf")
    const input = 'a\nb\u2028"\uD800\u0000'
    const line = jsonOf("cpf", input, check(input))
    assert.notInclude(line, "\n")
    assert.isTrue(line.isWellFormed())
    assert.deepInclude(JSON.parse(line), { kind: "cpf", input, valid: false })
  })

  it("has the problem's reason for its code, and its place", async () => {
    const check = await checkWith("clabe")
    assert.deepEqual(check("012180001234567890"), {
      valid: false,
      parts: { bank: "012", bankName: "BBVA MEXICO", plaza: "180", account: "00123456789", checkDigit: "0" },
      errors: [
        {
          code: "check_digit",
          path: "checkDigit",
          offset: 17,
          message: "ends in the check digit 0, which should be 9",
        },
      ],
      warnings: [],
    })
    const { parts, errors } = check("12")
    assert.isUndefined(parts)
    assert.deepEqual(errors, [{ code: "length", path: "", message: "must have 18 digits, and has 2" }])
  })

  it("warns of banks that are unknown or for tests, which does not make an account invalid", async () => {
    const check = await checkWith("clabe")
    assert.deepInclude(check("846180000400000001"), { valid: true })
    assert.deepEqual(
      check("846180000400000001").warnings.map(({ code, path }) => [code, path]),
      [["test_bank", "bank"]],
    )
    const unknown = check("999180001234567899")
    assert.isTrue(unknown.valid)
    assert.deepEqual(
      unknown.warnings.map(({ code }) => code),
      ["unknown_bank"],
    )
  })

  it("of a BR Code has two levels, parts of what is refused, and repairs", async () => {
    const check = await checkWith("brcode")
    const example = kindOf("brcode")?.example ?? ""
    const shown = { type: "static", merchantName: "Fulano de Tal" }
    const lowercase = check(`${example.slice(0, -4)}1d3d`)
    assert.deepInclude(lowercase, { valid: false, decodable: true, acceptable: true, errors: [] })
    assert.deepInclude(lowercase.parts, shown)
    assert.deepEqual(
      lowercase.repairs?.map(({ text, isSafe }) => [text, isSafe]),
      [[example, true]],
    )
    const mistyped = check(`${example.slice(0, -4)}0000`)
    assert.deepInclude(mistyped, { valid: false, decodable: false, acceptable: false })
    assert.deepInclude(mistyped.parts, shown)
    assert.deepEqual(
      mistyped.repairs?.map(({ text, isSafe }) => [text, isSafe]),
      [[example, false]],
    )
    const foreign = check("000201")
    assert.deepInclude(foreign, { valid: false, acceptable: false })
    assert.isUndefined(check(example).repairs)
  })

  it("of a phone number goes by the numbering plan", async () => {
    const check = await checkWith("phone")
    assert.deepEqual(check("+525512345678").parts, {
      text: "+525512345678",
      countryCode: "52",
      country: "MX",
      type: "FIXED_LINE_OR_MOBILE",
    })
    // No area of Brazil has the code 10.
    assert.isFalse(check("+5510998765432").valid)
  })

  it("of a CNPJ knows letters", async () => {
    const check = await checkWith("cnpj")
    assert.deepInclude(check("12.ABC.345/01DE-35").parts, { compact: "12ABC34501DE35", alphanumeric: true })
    assert.deepInclude(check("11222333000181").parts, { compact: "11222333000181", alphanumeric: false })
  })
})

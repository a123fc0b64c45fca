import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import * as Curp from "./Curp.ts"
import * as MexicanTaxId from "./MexicanTaxId.ts"
import { words } from "./MexicanTaxIdWords.ts"
import * as Rfc from "./Rfc.ts"

const person = "GODE561231GR8"
const company = "MAB9307148T4"
const curp = "HEGR891009HMNRRD09"

describe("MexicanTaxId", () => {
  it.for(publishedVectors("rfc"))("reads $input of $source as an RFC", ({ input }) => {
    const rfc = Rfc.parse(input, { words })
    const parsed = MexicanTaxId.parse(input, { words })
    expect(parsed.ok).toBe(rfc.ok)
    expect(parsed.ok && parsed.value).toEqual(rfc.ok && { kind: "RFC", ...rfc.value })
    expect(parsed.warnings).toEqual(rfc.warnings)
  })

  it.for(publishedVectors("curp"))("reads $input of $source as a CURP", ({ input }) => {
    const curpOnly = Curp.parse(input, { words })
    const parsed = MexicanTaxId.parse(input, { words })
    expect(parsed).toEqual(curpOnly.ok ? { ...curpOnly, value: { kind: "CURP", ...curpOnly.value } } : curpOnly)
  })

  it("names all lengths where a text has none of them, and else what the one of its length says", () => {
    const message = "needs 12 or 13 characters (RFC), 10 (RFC without homoclave) or 18 (CURP)"
    expect(MexicanTaxId.parse("HEGR891009H")).toMatchObject({ errors: [{ reason: "length", message }] })
    expect(MexicanTaxId.parse("GODE561331GR8")).toMatchObject({ errors: [{ reason: "date" }] })
    expect(MexicanTaxId.parse("HEGR891309HMNRRD09")).toMatchObject({ errors: [{ reason: "birth_date" }, {}] })
  })

  it("never throws, and agrees with itself, on any text", () => {
    const texts = fc.string({ unit: "binary", maxLength: 20 })
    fc.assert(
      fc.property(texts, (text) => {
        expect(MexicanTaxId.isMexicanTaxId(text)).toBe(Rfc.isRfc(text) || Curp.isCurp(text))
        expect(MexicanTaxId.format(text)).toBe(text)
      }),
    )
  })
})

describe("a holder", () => {
  const reasonsOf = (text: string, type: "RFC" | "CURP", accountType: "PJ" | "PF") =>
    MexicanTaxId.holderProblems({ holderTaxIdPrimary: text, holderTaxIdPrimaryType: type, accountType }).map(
      ({ reason, path }) => `${path}: ${reason}`,
    )

  it.each([
    [person, "RFC", "PF", []],
    [curp, "CURP", "PF", []],
    [company, "RFC", "PJ", []],
    ["GODE561231", "RFC", "PF", []],
    [curp, "CURP", "PJ", ["holderTaxIdPrimary: curp_for_company"]],
    [person, "RFC", "PJ", ["holderTaxIdPrimary: person_for_company"]],
    ["GODE561231", "RFC", "PJ", ["holderTaxIdPrimary: person_for_company"]],
    [company, "RFC", "PF", ["holderTaxIdPrimary: company_for_person"]],
    [curp, "RFC", "PF", ["holderTaxIdPrimaryType: other_type"]],
    [person, "CURP", "PF", ["holderTaxIdPrimaryType: other_type"]],
    [curp, "RFC", "PJ", ["holderTaxIdPrimaryType: other_type", "holderTaxIdPrimary: curp_for_company"]],
    [company, "CURP", "PF", ["holderTaxIdPrimaryType: other_type", "holderTaxIdPrimary: company_for_person"]],
    [Rfc.GENERIC, "RFC", "PJ", []],
    [Rfc.GENERIC, "RFC", "PF", []],
    [Rfc.FOREIGN, "RFC", "PJ", []],
    [Rfc.FOREIGN, "RFC", "PF", []],
    // The field's own problem, and not one of how the fields fit together.
    ["HEGR891009HMNRRD08", "RFC", "PJ", []],
    ["", "CURP", "PJ", []],
  ] as const)("with %s as %s on an account of type %s: %j", (text, type, accountType, problems) => {
    expect(reasonsOf(text, type, accountType)).toEqual(problems)
  })
})

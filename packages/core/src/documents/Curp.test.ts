import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import * as Curp from "./Curp.ts"
import { names } from "./CurpStates.ts"
import { words } from "./MexicanTaxIdWords.ts"

const vectors = publishedVectors("curp")

const alphabet = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"

/** The digit, by the letter of the rule. */
const rightDigit = (first17: string): string => {
  const characters = Array.from(first17)
  const sum = characters.reduce((total, character, index) => total + alphabet.indexOf(character) * (18 - index), 0)
  return String((10 - (sum % 10)) % 10)
}

const parts = fc
  .record({
    initials: fc.stringMatching(/^[A-Z][AEIOUX][A-Z]{2}$/u),
    birthDate: fc
      .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    sex: fc.constantFrom("H" as const, "M" as const, "X" as const),
    state: fc.constantFrom(...Object.keys(names)),
    consonants: fc.stringMatching(/^[B-DF-HJ-NP-TV-Z]{3}$/u),
    digit: fc.stringMatching(/^\d$/u),
    letter: fc.stringMatching(/^[A-Z]$/u),
  })
  .map(({ digit, letter, ...rest }) => ({ ...rest, homonymy: rest.birthDate < "2000" ? digit : letter }))
const curps = parts.map(({ initials, birthDate, sex, state, consonants, homonymy }) => {
  const first17 = initials + birthDate.slice(2).replaceAll("-", "") + sex + state + consonants + homonymy
  return first17 + rightDigit(first17)
})

const reasonsOf = (text: string): ReadonlyArray<Curp.ParseReason> => {
  const parsed = Curp.parse(text)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

/** A CURP with other characters in one place, and the check digit that then belongs to it. */
const changed = (at: number, characters: string): string => {
  const first17 = "HEGR891009HMNRRD0"
  const other = first17.slice(0, at) + characters + first17.slice(at + characters.length)
  return other + rightDigit(other)
}

/** What this module says of the vectors' refusals. */
const expectedReasons: Record<string, ReadonlyArray<Curp.ParseReason>> = {
  "check digit": ["check_digit"],
  "sex Q (H, M; X since 2022-23 for non-binary)": ["sex"],
  "check digit wrong and consonants rule broken (STP client test uses it)": ["consonants", "check_digit"],
  "state XX": ["state"],
  // An opinion (warningOnly): there are people who have such a CURP. It is a warning.
  "forbidden word FETO": [],
  "check digit must be 9": ["check_digit"],
  "month 13": ["birth_date"],
}

describe("published CURPs", () => {
  it.for(vectors.filter(({ valid }) => valid))("$input of $source is read", ({ input, expected }) => {
    const parsed = Curp.parse(input, { words })
    expect(parsed).toMatchObject({ ok: true, value: { text: input, ...expected }, warnings: [] })
  })

  it.for(vectors.filter(({ valid }) => !valid))("$input of $source: $reason", ({ input, reason }) => {
    const reasons = expectedReasons[reason ?? ""]
    expect(reasons).toBeDefined()
    expect(reasonsOf(input)).toEqual(reasons)
  })

  it("name FETO as a word that is not issued, when the words are handed over", () => {
    expect(Curp.parse("FETO930411HJCRMN01", { words }).warnings).toEqual([
      { reason: "forbidden_word", message: "needs other initials", path: "initials", offset: 0 },
    ])
    expect(Curp.parse("FETO930411HJCRMN01").warnings).toEqual([])
  })
})

describe("Curp", () => {
  it("splits one into its parts, and makes it again from them", () => {
    fc.assert(
      fc.property(parts, (given) => {
        const made = Curp.fromParts(given)
        expect(made).toMatchObject({ ok: true, value: given, warnings: [] })
        expect(made.ok && Curp.parse(made.value.text)).toEqual(made)
        expect(made.ok && rightDigit(made.value.text.slice(0, 17))).toBe(made.ok && made.value.checkDigit)
      }),
    )
  })

  it("refuses any other check digit, and says which would be right", () => {
    fc.assert(
      fc.property(curps, fc.stringMatching(/^\d$/u), (text, last) => {
        fc.pre(last !== text.at(-1))
        const message = `needs check digit ${text.at(-1)}`
        expect(Curp.parse(text.slice(0, -1) + last)).toEqual({
          ok: false,
          errors: [{ reason: "check_digit", message, path: "checkDigit", offset: 17 }],
          warnings: [],
        })
      }),
    )
  })

  it("tells the century by the character before the last", () => {
    const birthDateOf = (text: string) => {
      const parsed = Curp.parse(text)
      return parsed.ok ? parsed.value.birthDate : parsed.errors[0].reason
    }
    expect(birthDateOf(changed(4, "000229"))).toBe("birth_date")
    expect(birthDateOf(changed(4, "000229HMNRRDA"))).toBe("2000-02-29")
    expect(birthDateOf(changed(4, "960229"))).toBe("1996-02-29")
    expect(birthDateOf(changed(4, "990229"))).toBe("birth_date")
    expect(birthDateOf(changed(4, "891009HMNRRDZ"))).toBe("2089-10-09")
  })

  it("makes none whose century and homonymy disagree", () => {
    const given = { initials: "HEGR", sex: "H", state: "MN", consonants: "RRD" } as const
    for (const [birthDate, homonymy] of [
      ["1989-10-09", "A"],
      ["2001-10-09", "0"],
      ["1889-10-09", "0"],
      ["89-10-09", "0"],
    ] as const) {
      expect(Curp.fromParts({ ...given, birthDate, homonymy })).toMatchObject({ errors: [{ reason: "birth_date" }] })
    }
    expect(Curp.fromParts({ ...given, initials: "hegr", birthDate: "1989-10-09", homonymy: "0" })).toMatchObject({
      errors: [{ reason: "lowercase", message: "needs HEGR891009HMNRRD09" }],
    })
  })

  it("knows the states by their codes, and no others", () => {
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    const known = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((state) => Curp.isCurp(changed(11, state)))
    expect(known).toEqual(Object.keys(names).toSorted())
    expect(known.length).toBe(33)
  })

  it("takes H, M and X, and consonants only among the consonants", () => {
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    expect(letters.filter((sex) => Curp.isCurp(changed(10, sex)))).toEqual(["H", "M", "X"])
    for (const at of [13, 14, 15]) {
      expect(letters.filter((letter) => !Curp.isCurp(changed(at, letter)))).toEqual(["A", "E", "I", "O", "U"])
    }
    expect(letters.filter((letter) => Curp.isCurp(changed(1, letter)))).toEqual(["A", "E", "I", "O", "U", "X"])
  })

  it("names all parts at fault at once, with their places", () => {
    expect(Curp.parse("1EGR891309QXXRAD0A")).toMatchObject({
      ok: false,
      errors: [
        { reason: "initials", path: "initials", offset: 0 },
        { reason: "birth_date", path: "birthDate", offset: 4 },
        { reason: "sex", path: "sex", offset: 10 },
        { reason: "state", path: "state", offset: 11 },
        { reason: "consonants", path: "consonants", offset: 13 },
        { reason: "check_digit", path: "checkDigit", offset: 17 },
      ],
    })
  })

  it("names no part where the whole text is at fault", () => {
    for (const text of ["", "HEGR-91009HMNRRD09", "hegr891009hmnrrd09"]) {
      expect(Curp.parse(text)).toMatchObject({ errors: [expect.not.objectContaining({ path: expect.anything() })] })
    }
    for (const text of ["", "hegr891009hmnrrd09"]) {
      expect(Curp.parse(text)).toMatchObject({ errors: [expect.not.objectContaining({ offset: expect.anything() })] })
    }
  })

  it.each([
    ["", ["length"]],
    ["HEGR891009HMNRRD0", ["length"]],
    ["HEGR891009HMNRRD09\n", ["length"]],
    ["hegr891009hmnrrd09", ["lowercase"]],
    ["HEGR891009hMNRRD09", ["lowercase"]],
    ["hegr891009hmnrrd08", ["characters"]],
    ["HEGR-91009HMNRRD09", ["characters"]],
    ["ÑEGR891009HMNRRD09", ["characters"]],
    ["HEGR891009HMNRRD0９", ["characters"]],
    ["HEGR８91009HMNRRD09", ["characters"]],
    ["HEGR89100\u0000HMNRRD09", ["characters"]],
    ["\ud800EGR891009HMNRRD09", ["characters"]],
    ["HEGR89100AHMNRRD09", ["birth_date", "check_digit"]],
  ])("refuses %j for %j", (text, reasons) => {
    expect(reasonsOf(text)).toEqual(reasons)
  })

  it("never throws, and agrees with itself, on any text", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 24 }),
      fc.string({
        unit: fc.constantFrom("A", "X", "Ñ", "z", "0", "9", " ", "😀", "\ud800", "ſ", "ß"),
        minLength: 17,
        maxLength: 18,
      }),
      curps.chain((curp) =>
        fc
          .tuple(fc.nat(17), fc.string({ unit: "binary", maxLength: 2 }))
          .map(([place, piece]) => curp.slice(0, place) + piece + curp.slice(place + 1)),
      ),
    )
    const shape = /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[\dA-Z]\d$/u
    fc.assert(
      fc.property(hostile, (text) => {
        const parsed = Curp.parse(text, { words })
        expect(Curp.isCurp(text)).toBe(parsed.ok)
        expect(parsed.ok && !shape.test(text)).toBe(false)
        expect(Curp.format(text)).toBe(text)
        Curp.fromParts({ initials: text, birthDate: text, sex: "X", state: text, consonants: text, homonymy: text })
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("words", () => {
  it("are 41 in an RFC and those and 40 more in a CURP, each of four letters", () => {
    expect(new Set(words.rfc).size).toBe(41)
    expect(new Set(words.curp).size).toBe(81)
    expect(words.rfc.filter((word) => !words.curp.includes(word))).toEqual([])
    expect(words.curp.filter((word) => !/^[A-Z]{4}$/u.test(word))).toEqual([])
  })
})

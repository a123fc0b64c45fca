/**
 * Every kind of text that `pesoreal check` knows. This table drives the command, its help, its documentation and its tests.
 *
 * A kind's module is imported when a text of that kind is first met, because starting is most of what a check costs.
 */
import type { Parsed } from "@pesoreal/core/Parsed"
import { findingsOf, pick, type Verdict, verdictOf } from "./verdict.ts"

export interface Kind {
  readonly name: string
  /** Another name that is understood. */
  readonly alias?: string
  /** What it is, for help and documentation. */
  readonly title: string
  /** A text that is valid. */
  readonly example: string
  /** The names of the parts that a verdict may have. */
  readonly parts: ReadonlyArray<string>
  /** Imports what the check needs. The check itself never throws. */
  readonly load: () => Promise<(input: string) => Verdict>
}

/** A kind whose verdict is what its module in core says, of which only errors make a text invalid. */
const plain = <A>({
  load,
  parts,
  ...about
}: Omit<Kind, "parts" | "load"> & {
  readonly parts: ReadonlyArray<keyof A & string>
  readonly load: () => Promise<{
    readonly parse: (input: string) => Parsed<A, string, string>
    /** The parts of a text that was refused, where they can be read. */
    readonly rest?: (input: string) => Partial<A> | undefined
  }>
}): Kind => ({
  ...about,
  parts,
  load: async () => {
    const { parse, rest } = await load()
    return (input) => {
      const parsed = parse(input)
      return verdictOf(parsed, parts, parsed.ok ? undefined : rest?.(input))
    }
  },
})

const brcodeParts = [
  "type",
  "pixKey",
  "info",
  "fss",
  "url",
  "recurrenceUrl",
  "pointOfInitiation",
  "mcc",
  "currency",
  "amount",
  "country",
  "merchantName",
  "merchantCity",
  "postalCode",
  "txid",
  "crc",
] as const

/** A BR Code is judged at two levels, is shown even if it is refused, and can often be repaired. */
export const brcode: Kind = {
  name: "brcode",
  title: "BR Code, the text of a Pix QR code (copia e cola)",
  example:
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D",
  parts: brcodeParts,
  load: async () => {
    const [BrCode, { suggestRepairs }] = await Promise.all([
      import("@pesoreal/core/emv/BrCode"),
      import("@pesoreal/core/emv/brCodeRepairs"),
    ])
    return (input) => {
      const reading = BrCode.parse(input)
      const value = reading.ok ? reading.value : reading.parts
      const valid = BrCode.isStrict(reading)
      const repairs = valid ? [] : suggestRepairs(input)
      return {
        valid,
        decodable: reading.decodable,
        acceptable: reading.ok,
        ...(value === null ? {} : { parts: pick(value, brcodeParts) }),
        errors: findingsOf(reading.errors),
        warnings: findingsOf(reading.warnings),
        ...(repairs.length === 0 ? {} : { repairs }),
      }
    }
  },
}

const clabe = plain({
  name: "clabe",
  title: "CLABE, the account number of Mexico's banks",
  example: "646180110400000007",
  parts: ["bank", "bankName", "plaza", "account", "checkDigit"],
  load: async () => {
    const [Clabe, { table }] = await Promise.all([
      import("@pesoreal/core/accounts/Clabe"),
      import("@pesoreal/core/accounts/banks"),
    ])
    const named = <Value extends { readonly bank: string }>(value: Value) => ({
      ...value,
      bankName: table.banks[value.bank]?.name,
    })
    return {
      parse: (input) => {
        const parsed = Clabe.parse(input, { banks: table })
        return parsed.ok ? { ...parsed, value: named(parsed.value) } : parsed
      },
      // Eighteen digits have their parts, whatever is wrong with them.
      rest: (input) => {
        const [bank = "", plaza = "", account = "", checkDigit = ""] = Clabe.format(input).split(" ")
        return /^\d{18}$/u.test(input) ? named({ bank, plaza, account, checkDigit }) : undefined
      },
    }
  },
})

const cpf = plain({
  name: "cpf",
  title: "CPF, the tax number of a person in Brazil, bare or punctuated",
  example: "390.533.447-05",
  parts: ["digits", "checkDigits"],
  load: () => import("@pesoreal/core/documents/Cpf"),
})

const cnpj = plain({
  name: "cnpj",
  title: "CNPJ, the tax number of a company in Brazil, of digits or with letters",
  example: "12.ABC.345/01DE-35",
  parts: ["compact", "root", "branch", "checkDigits", "alphanumeric"],
  load: () => import("@pesoreal/core/documents/Cnpj"),
})

const rfc = plain({
  name: "rfc",
  title: "RFC, the tax number of a person or a company in Mexico",
  example: "GODE561231GR8",
  parts: ["type", "name", "date", "homoclave", "checkDigit", "checkDigitOk"],
  load: async () => {
    const [{ parse }, { words }] = await Promise.all([
      import("@pesoreal/core/documents/Rfc"),
      import("@pesoreal/core/documents/MexicanTaxIdWords"),
    ])
    return { parse: (input) => parse(input, { words }) }
  },
})

const curp = plain({
  name: "curp",
  title: "CURP, the number of a person in Mexico's population register",
  example: "HEGR891009HMNRRD09",
  parts: ["initials", "birthDate", "sex", "state", "consonants", "homonymy", "checkDigit"],
  load: async () => {
    const [{ parse }, { words }] = await Promise.all([
      import("@pesoreal/core/documents/Curp"),
      import("@pesoreal/core/documents/MexicanTaxIdWords"),
    ])
    return { parse: (input) => parse(input, { words }) }
  },
})

const pixkey = plain({
  name: "pixkey",
  title: "PIX key: CPF, CNPJ, phone with +55, e-mail or random key, as the directory has it",
  example: "pix@bcb.gov.br",
  parts: ["type", "keyType"],
  load: () => import("@pesoreal/core/accounts/PixKey"),
})

const phone = plain({
  name: "phone",
  title: "Phone number with + and its country code, by the country's numbering plan",
  example: "+525512345678",
  parts: ["text", "countryCode", "country", "type"],
  load: () => import("@pesoreal/core/contact/PhonePlan"),
})

const e2eid = plain({
  name: "e2eid",
  alias: "endToEndId",
  title: "endToEndId, the number of a payment (E…) or a return (D…) by Pix",
  example: "E12345678202009091221abcdef12345",
  parts: ["kind", "ispb", "at", "seq"],
  load: () => import("@pesoreal/core/accounts/EndToEndId"),
})

export const kinds: ReadonlyArray<Kind> = [brcode, clabe, cpf, cnpj, rfc, curp, pixkey, phone, e2eid]

const byName = new Map(
  kinds.flatMap((kind) =>
    [kind.name, ...(kind.alias === undefined ? [] : [kind.alias])].map((name) => [name, kind] as const),
  ),
)

/** The kind of a name or an alias. */
export const kindOf = (name: string): Kind | undefined => byName.get(name)

/** CNPJ: fourteen characters, bare or punctuated, of which the last two check the others. Old numbers, then new ones. */
import { isValidCnpj } from "@brazilian-utils/brazilian-utils"
import * as fnando from "@fnando/cnpj"
import { isCnpj, parse } from "@pesoreal/core/documents/Cnpj"
import { cnpj } from "cpf-cnpj-validator"
import { isCNPJ } from "validation-br"
import { type Comparison, yesOrNo } from "../comparison.ts"
import type { Corpora } from "../corpora.ts"

/** Of this package one has to ask for letters; what knows them reads old numbers too. */
const withLetters = { version: 2 } as const

const contenders: Omit<Comparison<string>, "title" | "cases"> = {
  ours: [
    { title: "parse", use: (input) => parse(input), answer: (input) => (parse(input).ok ? {} : null) },
    yesOrNo("isCnpj", (input) => isCnpj(input)),
  ],
  peers: [
    { name: "cpf-cnpj-validator", ...yesOrNo("cnpj.isValid", (input: string) => cnpj.isValid(input)) },
    { name: "@fnando/cnpj", ...yesOrNo("isValid", (input: string) => fnando.isValid(input)) },
    { name: "validation-br", ...yesOrNo("isCNPJ", (input: string) => isCNPJ(input)) },
    {
      name: "@brazilian-utils/brazilian-utils",
      ...yesOrNo("isValidCnpj", (input: string) => isValidCnpj(input, withLetters)),
    },
  ],
  // The peers say yes or no. `parse` gives parts, or reasons, too.
  goal: (_, ours) => (ours === "isCnpj" ? 1 : null),
}

export const cnpjs = (corpora: Corpora): ReadonlyArray<Comparison<string>> => [
  { title: "CNPJ of digits", cases: corpora.cnpjs, ...contenders },
  { title: "CNPJ with letters", cases: corpora.alphanumericCnpjs, ...contenders },
]

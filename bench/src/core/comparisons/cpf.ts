/** CPF: eleven digits, bare or punctuated, of which the last two check the others. */
import { isValidCpf } from "@brazilian-utils/brazilian-utils"
import * as fnando from "@fnando/cpf"
import { isCpf, parse } from "@pesoreal/core/documents/Cpf"
import { cpf } from "cpf-cnpj-validator"
import { validate } from "gerador-validador-cpf"
import { isCPF } from "validation-br"
import { type Comparison, yesOrNo } from "../comparison.ts"
import type { Corpora } from "../corpora.ts"

export const cpfs = ({ cpfs: cases }: Corpora): Comparison<string> => ({
  title: "CPF",
  cases,
  ours: [
    { title: "parse", use: (input) => parse(input), answer: (input) => (parse(input).ok ? {} : null) },
    yesOrNo("isCpf", (input) => isCpf(input)),
  ],
  peers: [
    { name: "cpf-cnpj-validator", ...yesOrNo("cpf.isValid", (input: string) => cpf.isValid(input)) },
    { name: "@fnando/cpf", ...yesOrNo("isValid", (input: string) => fnando.isValid(input)) },
    { name: "gerador-validador-cpf", ...yesOrNo("validate", (input: string) => validate(input)) },
    { name: "validation-br", ...yesOrNo("isCPF", (input: string) => isCPF(input)) },
    { name: "@brazilian-utils/brazilian-utils", ...yesOrNo("isValidCpf", (input: string) => isValidCpf(input)) },
  ],
  // The peers say yes or no. `parse` gives parts, or reasons, too.
  goal: (_, ours) => (ours === "isCpf" ? 1 : null),
})

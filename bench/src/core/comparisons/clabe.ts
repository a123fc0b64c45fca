/** CLABE: check digit and parts. Whether the bank exists is no part of the comparison; lists of banks age. */
import { isClabe, parse } from "@pesoreal/core/accounts/Clabe"
import { clabe } from "clabe-validator"
import { type Comparison, yesOrNo } from "../comparison.ts"
import type { Corpora } from "../corpora.ts"

export const clabes = ({ clabes: cases }: Corpora): Comparison<string> => ({
  title: "CLABE",
  cases,
  ours: [
    {
      title: "parse",
      use: (input) => parse(input),
      answer: (input) => {
        const parsed = parse(input)
        if (!parsed.ok) return null
        const { bank, plaza, account } = parsed.value
        return { bank, plaza, account }
      },
    },
    yesOrNo("isClabe", (input) => isClabe(input)),
  ],
  peers: [
    {
      name: "clabe-validator",
      title: "clabe.validate",
      use: (input) => clabe.validate(input),
      answer: (input) => {
        const { account, code, valid } = clabe.validate(input)
        return valid.format ? { bank: code.bank, plaza: code.city, account } : null
      },
    },
  ],
  goal: () => 1,
})

/** CRC-16/CCITT-FALSE over BR Codes: of a text in UTF-8, and of bytes that somebody else encoded. */
import { compute } from "@pesoreal/core/emv/crc16"
import { crc16ccitt } from "crc"
import ofBytes from "crc/calculators/crc16ccitt"
import type { Case, Comparison, Contender } from "../comparison.ts"
import { flat, published } from "../corpora.ts"

/** Every published code up to its check sum, right or wrong, and the standard's own check value, 29B1. */
const texts = (): ReadonlyArray<string> => [
  flat("123456789"),
  ...published("brcode").map(({ input }) => flat(input.slice(0, -4))),
]

const sum = <Input>(title: string, use: (input: Input) => number): Contender<Input> => ({
  title,
  use,
  answer: (input) => ({ crc: use(input).toString(16) }),
})

const all = <Input>(inputs: ReadonlyArray<Input>): ReadonlyArray<Case<Input>> =>
  inputs.map((input) => ({ input, isValid: true }))

/** "Within 1.5 times of the best" is two thirds of its speed. */
const goal = () => 2 / 3

export const crc16s = (): readonly [Comparison<string>, Comparison<Uint8Array>] => [
  {
    title: "CRC16 of a text",
    cases: all(texts()),
    ours: [sum("compute", (input: string) => compute(input))],
    peers: [{ name: "crc", ...sum("crc16ccitt", (input: string) => crc16ccitt(input)) }],
    goal,
  },
  {
    title: "CRC16 of bytes",
    cases: all(texts().map((text) => new TextEncoder().encode(text))),
    ours: [sum("compute", (input: Uint8Array) => compute(input))],
    peers: [{ name: "crc", ...sum("calculators/crc16ccitt", (input: Uint8Array) => ofBytes(input)) }],
    goal,
  },
]

/**
 * The inputs: published values with their verdicts, and made ones whose check digits are worked out here, by the letter of each
 * standard and without any contender.
 */
import { readFileSync } from "node:fs"
import { seededRandom } from "../load/random.ts"
import type { Case } from "./comparison.ts"

interface Vector {
  readonly kind: string
  readonly input: unknown
  readonly valid: boolean
  readonly source: string
  readonly expected?: unknown
}

/** The published values of one kind that are texts. */
export const published = (kind: string): ReadonlyArray<Vector & { readonly input: string }> => {
  const file = new URL("../../../packages/core/test/vectors/domain.json", import.meta.url)
  // Safe: tests of core read the same file by the same shape.
  const vectors = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Vector>
  return vectors.flatMap((vector) =>
    vector.kind === kind && typeof vector.input === "string" ? [{ ...vector, input: vector.input }] : [],
  )
}

/** A text as it comes out of a request's body: one run of characters, not the pieces that it was put together from. */
export const flat = (text: string): string => Buffer.from(text).toString("utf8")

const digits = "0123456789"
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/** The sum of the values of characters times weights; a character's value is its code less that of `0`. */
const weighted = (text: string, weight: (fromRight: number) => number): number =>
  Array.from(text).reduce(
    (sum, character, index) => sum + (character.charCodeAt(0) - 48) * weight(text.length - 1 - index),
    0,
  )

/** Modulo 11 as CPF and CNPJ have it: what would be 10 or 11 is 0. */
const digitOf = (sum: number): string => String(sum % 11 < 2 ? 0 : 11 - (sum % 11))

const withTwoDigits = (base: string, period: number): string => {
  const weight = (fromRight: number) => 2 + (fromRight % period)
  const first = base + digitOf(weighted(base, weight))
  return first + digitOf(weighted(first, weight))
}

const withClabeDigit = (first17: string): string => {
  const sum = Array.from(first17).reduce(
    (total, digit, index) => total + ((Number(digit) * ([3, 7, 1][index % 3] ?? 0)) % 10),
    0,
  )
  return first17 + String((10 - (sum % 10)) % 10)
}

/** A BR Code that ends in `6304`, with its check sum: CRC-16/CCITT-FALSE bit by bit, over UTF-8. */
export const withCrc = (code: string): string => {
  let crc = 0xffff
  for (const byte of Buffer.from(code)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return code + crc.toString(16).toUpperCase().padStart(4, "0")
}

export interface Corpora {
  readonly clabes: ReadonlyArray<Case<string>>
  readonly cpfs: ReadonlyArray<Case<string>>
  readonly cnpjs: ReadonlyArray<Case<string>>
  /** With at least one letter each. */
  readonly alphanumericCnpjs: ReadonlyArray<Case<string>>
}

const size = 1000
/** One in so many has a wrong last digit: most of what a service is sent is right. */
const wrongEvery = 10
/** One in so many is written with its punctuation. */
const punctuatedEvery = 4

/** Made values that follow from a seed. */
export const corpora = (seed: number): Corpora => {
  const random = seededRandom(seed)
  const below = (end: number) => Math.floor(random() * end)
  const pick = (from: ReadonlyArray<string> | string) => from[below(from.length)] ?? ""
  const some = (length: number, from: string) => Array.from({ length }, () => pick(from)).join("")

  const cases = (make: () => string, punctuate: (bare: string) => string): ReadonlyArray<Case<string>> =>
    Array.from({ length: size }, (_, index) => {
      const right = make()
      const isValid = index % wrongEvery !== 0
      const bare = isValid ? right : right.slice(0, -1) + String((Number(right.slice(-1)) + 1 + below(9)) % 10)
      return { input: flat(index % punctuatedEvery === 0 ? punctuate(bare) : bare), isValid }
    })

  const cpf = () => withTwoDigits(some(9, digits), 10)
  const cnpj = (root: string) => withTwoDigits(`${root}${random() < 0.8 ? "0001" : some(4, digits)}`, 8)
  // Real banks and towns, which one of the peers looks up: misses would be a shorter way for it.
  const bank = () => pick(["002", "012", "014", "021", "036", "044", "058", "072", "127", "137", "646"])
  const town = () => pick(["180", "320", "580", "650", "680", "050", "010"])
  return {
    clabes: cases(
      () => withClabeDigit(bank() + town() + some(11, digits)),
      (bare) => bare,
    ),
    cpfs: cases(cpf, (bare) => bare.replace(/(...)(...)(...)(..)/u, "$1.$2.$3-$4")),
    cnpjs: cases(
      () => cnpj(some(8, digits)),
      (bare) => bare.replace(/(..)(...)(...)(....)(..)/u, "$1.$2.$3/$4-$5"),
    ),
    alphanumericCnpjs: cases(
      () => cnpj(pick(capitals) + some(7, digits + capitals)),
      (bare) => bare.replace(/(..)(...)(...)(....)(..)/u, "$1.$2.$3/$4-$5"),
    ),
  }
}

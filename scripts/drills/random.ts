/** Randomness that a seed repeats: a drill that fails is run again with the seed that it printed. */
import { randomInt } from "node:crypto"

export interface Random {
  /** From 0 up to, but without, 1. */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number
}

export const newSeed = (): number => randomInt(2 ** 31)

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for choosing moments. */
export const seeded = (seed: number): Random => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, between: (least, most) => least + Math.floor(next() * (most - least + 1)) }
}

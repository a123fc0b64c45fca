/**
 * Durations as the sandbox's scenarios and its clock write them: a whole number and a unit, `500ms`, `5s`, `2m`, `24h`.
 */

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * The milliseconds of a duration, or nothing if the text is none, or one longer than `maximumMs`. The text is matched
 * exactly: one unit, no fractions, no spaces.
 *
 * @example
 * ```ts
 * import { SandboxDuration } from "@pesoreal/core"
 *
 * SandboxDuration.toMs("2m", 3_600_000) // => 120_000
 * SandboxDuration.toMs("2h", 3_600_000) // => undefined
 * SandboxDuration.toMs("1.5s", 3_600_000) // => undefined
 * ```
 */
export const toMs = (duration: string, maximumMs: number): number | undefined => {
  const [, count = "", unit = ""] = /^(\d{1,10})(ms|s|m|h)$/.exec(duration) ?? []
  const milliseconds = Number(count) * (unitMs[unit] ?? Number.NaN)
  return milliseconds <= maximumMs ? milliseconds : undefined
}

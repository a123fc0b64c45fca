/** A verdict as a person reads it on a terminal. What it repeats of a stranger's text can do nothing to that terminal. */
import * as CliOutput from "effect/cli/CliOutput"
import type { Finding, Parts, Verdict } from "./verdict.ts"
import { visible } from "./visible.ts"

/** Characters that are shown before and after the place of a finding. */
const CONTEXT = 36

const utf8Length = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)

/** The UTF-16 index of a byte of the UTF-8 form. */
const indexAt = (text: string, offset: number): number => {
  let index = 0
  for (let bytes = 0; bytes < offset && index < text.length;) {
    const point = text.codePointAt(index) ?? 0
    bytes += utf8Length(point)
    index += point < 0x10000 ? 1 : 2
  }
  return index
}

/** The index, or the next one where it would cut a pair of surrogates in two. */
const between = (text: string, index: number): number =>
  /^[\uDC00-\uDFFF]$/.test(text.charAt(index)) ? index + 1 : index

/** The text around a place, and under it a caret that points there. */
const pointed = (input: string, offset: number): ReadonlyArray<string> => {
  const at = indexAt(input, offset)
  const start = at > CONTEXT + 1 ? between(input, at - CONTEXT) : 0
  const end = between(input, at + CONTEXT)
  const before = `${start > 0 ? "…" : ""}${visible(input.slice(start, at))}`
  const after = `${visible(input.slice(at, end))}${end < input.length ? "…" : ""}`
  return [`    ${before}${after}`, `    ${" ".repeat(CliOutput.displayWidth(before))}^`]
}

const findingLines = (
  input: string,
  label: string,
  { code, path, offset, message }: Finding,
): ReadonlyArray<string> => {
  const place = [path === "" ? [] : [`at ${visible(path)}`], offset === undefined ? [] : [`byte ${offset}`]].flat()
  return [
    "",
    `  ${[`${label} ${code}`, ...place].join(", ")}: ${visible(message)}`,
    ...(offset === undefined ? [] : pointed(input, offset)),
  ]
}

const table = (parts: Parts): ReadonlyArray<string> => {
  const rows = Object.entries(parts)
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.length === 0
    ? []
    : ["", ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${visible(String(value))}`)]
}

const headline = (kind: string, { valid, decodable, acceptable }: Verdict): string => {
  if (valid) return `valid ${kind}`
  if (acceptable === true) return `invalid ${kind} at the strict level, though it has no errors`
  if (decodable === true) return `invalid ${kind}, though its fields and its check sum can be read`
  return `invalid ${kind}`
}

/** The whole report, with its last line end. */
export const report = (kind: string, input: string, verdict: Verdict): string =>
  [
    headline(kind, verdict),
    ...table(verdict.parts ?? {}),
    ...verdict.errors.flatMap((finding) => findingLines(input, "error", finding)),
    ...verdict.warnings.flatMap((finding) => findingLines(input, "warning", finding)),
    ...(verdict.repairs ?? []).flatMap(({ steps, text, isSafe }) => [
      "",
      `  ${isSafe ? "repair" : "repair, which nothing vouches for"} (${steps.map(({ name }) => name).join(", ")}): ${steps.map(({ message }) => message).join(", ")}`,
      `    ${visible(text)}`,
    ]),
    "",
  ].join("\n")

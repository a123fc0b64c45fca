/** Figures as text: what every report of the bench is made of. */
import type { Summary } from "./measure/statistics.ts"

/** A median and its range. */
export const shown = ({ median, minimum, maximum }: Summary, digits: number): string =>
  Number.isFinite(median)
    ? `${median.toFixed(digits)} (${minimum.toFixed(digits)}–${maximum.toFixed(digits)})`
    : "not known"

/** A Markdown table whose columns line up. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: ReadonlyArray<string>) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)].join("\n")
}

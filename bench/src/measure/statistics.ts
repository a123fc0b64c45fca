/** What is told of several rounds: the median, and the range from the smallest to the largest. */

export interface Summary {
  readonly median: number
  readonly minimum: number
  readonly maximum: number
}

export const summary = (values: ReadonlyArray<number>): Summary => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    minimum: at(0),
    maximum: at(sorted.length - 1),
  }
}

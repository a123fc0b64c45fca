/** Days as whole numbers, so that they shrink, and as the six digits of Mexican identifiers. */
import fc from "fast-check"

const DAY = 86_400_000

/** Days from one to the other, counted from 1970; they shrink towards the first. */
export const days = (first: string, last: string): fc.Arbitrary<number> => {
  const [min, max] = [dayOf(first), dayOf(last)]
  return fc.nat({ max: max - min }).map(
    (rank) => min + rank,
    (day) => {
      if (typeof day !== "number") throw new TypeError("Not a day")
      return day - min
    },
  )
}

/** `YYYY-MM-DD`. */
export const isoDay = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

/** `yyMMdd`. */
export const yyMMdd = (day: number): string => isoDay(day).slice(2).replaceAll("-", "")

/** The day of `YYYY-MM-DD` or of `yyyyMMdd`. */
export const dayOf = (text: string): number => Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)$/u, "$1-$2-$3")) / DAY

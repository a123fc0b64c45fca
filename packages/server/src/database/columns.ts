/**
 * How the columns that need care come and go, the same on both drivers: int8 arrives as a bigint and is a number inside,
 * timestamptz is a Date at the border and milliseconds since 1970 inside. Nothing here reads a clock or rounds.
 */

/**
 * An int8 column as a number. A value beyond 2^53 is a defect: no rule of this service allows one (amounts and balances
 * are held below by CHECKs), and a rounded amount must never leave the database layer.
 */
export const int8 = (value: bigint): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) {
    throw new RangeError(`An int8 column holds ${value}, which a number cannot hold exactly (the limit is 2^53 - 1).`)
  }
  return number
}

/** The parameter for a timestamptz column. */
export const timestamptz = (millis: number): Date => {
  const date = new Date(millis)
  if (Number.isNaN(date.getTime())) throw new RangeError(`${millis} is no instant in milliseconds since 1970.`)
  return date
}

/** A timestamptz column in milliseconds since 1970; microseconds, which this service never writes, are cut off. */
export const millisOf = (column: Date): number => {
  const millis = column.getTime()
  if (Number.isNaN(millis)) throw new RangeError("A timestamptz column holds no finite instant.")
  return millis
}

/** Makes nearly valid values out of broken ones and the reason that they all share. */
import type fc from "fast-check"
import type { NearlyValid } from "../NearlyValid.ts"

/** Every value of `broken` is refused as a whole, for `reason`, in the words of `message` if core has any. */
export const nearly = <A, const Reason extends string>(
  broken: fc.Arbitrary<A>,
  reason: Reason,
  message?: string,
): fc.Arbitrary<NearlyValid<A, Reason>> => {
  const why = { path: "", reason, ...(message === undefined ? {} : { message }) }
  return broken.map((value) => ({ value, why }))
}

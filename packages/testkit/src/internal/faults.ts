/** Objects with one field at fault: the good object, a table of what may be wrong with each field, and no more than that. */
import fc from "fast-check"
import type { NearlyValidJson } from "../NearlyValid.ts"

/** What may be wrong with one field. `undefined` in place of a value leaves the field out. */
export type Fault<Reason extends string> = fc.Arbitrary<NearlyValidJson<Reason>>

/** What one field allows, beside a good value. */
export interface FieldRules<Reason extends string> {
  /** Values of the right type that are refused. Default: there are none. */
  readonly broken?: Fault<Reason>
  /** The field may be left out. Default false. */
  readonly mayBeMissing?: boolean
  /** The field may be `null`. Default false. */
  readonly mayBeNull?: boolean
  /** Values of a type that the field does not have. Default: what is no text. */
  readonly wrongTypes?: ReadonlyArray<unknown>
  /** Core's sentence for `null` and for those, where it has one. */
  readonly wrongTypeMessage?: string
}

const notText: ReadonlyArray<unknown> = [0, 1000, true, [], {}, ["a"]]

/** Everything that the rules do not allow. */
export const field = <Reason extends string = never>({
  broken,
  mayBeMissing = false,
  mayBeNull = false,
  wrongTypes = notText,
  wrongTypeMessage,
}: FieldRules<Reason>): Fault<Reason> => {
  const wrongType = {
    path: "",
    reason: "wrong_type",
    ...(wrongTypeMessage === undefined ? {} : { message: wrongTypeMessage }),
  } as const
  const strangers = mayBeNull ? wrongTypes : [null, ...wrongTypes]
  return fc.oneof(
    ...(broken === undefined ? [] : [{ weight: 4, arbitrary: broken }]),
    ...(mayBeMissing ? [] : [fc.constant({ value: undefined, why: { path: "", reason: "missing" } as const })]),
    ...(strangers.length > 0 ? [fc.constantFrom(...strangers).map((value) => ({ value, why: wrongType }))] : []),
  )
}

/** A field of a request that may be left out or `null`, as all optional ones may (decisions, section 2). */
export const optional = <Reason extends string = never>(rules: FieldRules<Reason>): Fault<Reason> =>
  field({ ...rules, mayBeMissing: true, mayBeNull: true })

const notObject = fc
  .constantFrom<unknown>(null, [], "{}", 1000, true)
  .map((value) => ({ value, why: { path: "", reason: "wrong_type" } as const }))

/** `name` and what is wrong in its value, as one path. */
const pathIn = (name: string, path: string): string => {
  if (path === "" || path.startsWith("[")) return name + path
  return `${name}.${path}`
}

/** A good object with one field at fault, each as often as its weight says; now and then no object at all. */
export const nearlyValidObject = <A extends object, Reason extends string = never>(
  good: fc.Arbitrary<A>,
  faults: { readonly [Field in keyof A]-?: Fault<Reason> },
  weightOf: (name: string) => number = () => 1,
): Fault<Reason> => {
  const withFault = ([name, fault]: [string, Fault<Reason>]) => {
    const arbitrary = fc.tuple(good, fault).map(([body, { value, why }]) => {
      // A field that was there keeps its place among the others.
      const fields = Object.entries({ ...body, [name]: value })
      return {
        value: Object.fromEntries(fields.filter(([, kept]) => kept !== undefined)),
        why: { ...why, path: pathIn(name, why.path) },
      }
    })
    return { weight: weightOf(name), arbitrary }
  }
  return fc.oneof(...Object.entries<Fault<Reason>>(faults).map(withFault), notObject)
}

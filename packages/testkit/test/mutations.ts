/** JSON documents with something changed somewhere: what a hostile or broken sender may put in place of an event. */
import fc from "fast-check"

/** A place in a document: the keys that lead to it. */
type Path = ReadonlyArray<string>

const pathsOf = (json: unknown, path: Path = []): ReadonlyArray<Path> =>
  typeof json === "object" && json !== null
    ? [path, ...Object.entries(json).flatMap(([key, value]) => pathsOf(value, [...path, key]))]
    : [path]

/** Replaces what is at the place; `undefined` removes it. */
const replaced = (json: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value
  if (typeof json !== "object" || json === null) return json
  const entries = Object.entries(json).map(([name, old]) => [name, name === key ? replaced(old, rest, value) : old])
  return Object.fromEntries(entries.filter(([, kept]) => kept !== undefined))
}

/** Values around the rules of events: of each type, at the bounds, and almost of the right format. */
const interesting = fc.constantFrom<unknown>(
  undefined,
  null,
  true,
  0,
  -0,
  -1,
  1,
  1.5,
  150.25,
  0.001,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e300,
  "",
  "x",
  "a".repeat(128),
  "a".repeat(129),
  "cash_in",
  "cash_out",
  "CashOut",
  "chargeback",
  "CONFIRMED",
  "FAILED",
  "ERROR",
  "EXPIRED",
  "SPEI",
  "OXXO",
  "CREDIT",
  "toString",
  "__proto__",
  "\u0000",
  "\ud800",
  "2026-01-31T12:00:00.000Z",
  "0193f0c0-0000-7000-8000-000000000001",
  [],
  {},
  [[]],
  { code: "072", name: "BANORTE" },
  { name: null, taxId: null, bank: null },
)

/** The document with up to three places changed. Everything in it is JSON. */
export const mutated = <A>(documents: fc.Arbitrary<A>): fc.Arbitrary<unknown> => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.oneof({ weight: 4, arbitrary: interesting }, fc.jsonValue())), {
    minLength: 1,
    maxLength: 3,
  })
  return fc.tuple(documents, changes).map(([document, list]) => {
    let json: unknown = document
    for (const [position, value] of list) {
      const paths = pathsOf(json)
      const changed = replaced(json, paths[position % paths.length] ?? [], value)
      if (changed !== undefined) json = changed
    }
    return JSON.parse(JSON.stringify(json)) as unknown
  })
}

/**
 * Whether the contenders answer alike: the same requests to each, and statuses, headers, shapes of bodies, failing fields and
 * stored rows compared. Words, ids and amounts of time may differ. A faster server that checks less would be no
 * comparison.
 */
import type { Contender, Field } from "../servers/contenders.ts"

interface Probe {
  readonly name: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  readonly authorized?: boolean
}

const charge = {
  amountCentavos: 15_000,
  externalId: "parity-1",
  description: "Pedido 4711: dos libros",
  customerName: "Íñigo Muñoz 🦤",
  customerEmail: "inigo+pagos@niño.example",
  customerTaxId: "XAXX010101000",
}
const json = (value: unknown): string => JSON.stringify(value)

/** In this order: some of them meet what an earlier one has created. */
const probes: ReadonlyArray<Probe> = [
  { name: "a charge", body: json(charge) },
  { name: "the same charge again", body: json({ ...charge, unknown: true }) },
  { name: "another charge with its externalId", body: json({ ...charge, amountCentavos: 15_001 }) },
  {
    name: "a charge with null and absent fields",
    body: json({ amountCentavos: 1000, customerName: "A", customerEmail: "a@b.mx", description: null }),
  },
  {
    name: "a request id of the caller's",
    body: json({ ...charge, externalId: "parity-2" }),
    headers: { "x-request-id": "abc-1.2_3" },
  },
  { name: "no fields", body: "{}" },
  {
    name: "every field wrong",
    body: json({
      amountCentavos: 999,
      externalId: "",
      description: "x".repeat(256),
      customerName: "a\u0000b",
      customerEmail: "ana@localhost",
      customerTaxId: "short",
    }),
  },
  {
    name: "every field of another type",
    body: json({
      amountCentavos: "1000",
      externalId: 1,
      description: [],
      customerName: null,
      customerEmail: {},
      customerTaxId: false,
    }),
  },
  { name: "a fraction of a centavo", body: json({ ...charge, amountCentavos: 1000.5 }) },
  { name: "an amount beyond the limit", body: json({ ...charge, amountCentavos: 1e15 }) },
  { name: "an array", body: "[]" },
  { name: "no JSON", body: "{" },
  { name: "an empty body", body: "" },
  { name: "bytes that are no UTF-8", body: new Uint8Array([0x22, 0xff, 0x22]) },
  { name: "another media type", body: json(charge), headers: { "content-type": "text/plain" } },
  { name: "a body over 64 KiB", body: json({ ...charge, description: "x".repeat(70_000) }) },
  { name: "no token, and no JSON", body: "{", authorized: false },
]

/** What two contenders' answers must have in common. */
export interface Seen {
  readonly status: number
  readonly headers: string
  readonly shape: string
  readonly code: string
  readonly fields: string
}

/** Keys in order with the types of their values: `{code: string, details: [{message: string, path: string}]}`. */
export const shapeOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].join(" | ")}]`
  if (typeof value !== "object") return typeof value
  const members = Object.entries(value).map(([key, member]) => `${key}: ${shapeOf(member)}`)
  return `{${members.toSorted((a, b) => (a < b ? -1 : 1)).join(", ")}}`
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const textMember = (value: unknown, name: string): string => {
  const text = member(value, name)
  return typeof text === "string" ? text : ""
}

const failingFields = (body: unknown): string => {
  const details = member(body, "details")
  if (!Array.isArray(details)) return ""
  const paths = details.map((detail) => textMember(detail, "path"))
  return [...new Set(paths)].toSorted((a, b) => (a < b ? -1 : 1)).join(", ")
}

const headersOf = (headers: Headers, sent: string | undefined): string => {
  const requestId = headers.get("x-request-id")
  return [
    `content-type ${headers.get("content-type")?.split(";", 1)[0] ?? "absent"}`,
    `www-authenticate ${headers.get("www-authenticate") ?? "absent"}`,
    `x-request-id ${requestId === null ? "absent" : requestId === sent ? "kept" : "made"}`,
  ].join("; ")
}

const ask = async (contender: Contender, token: string, probe: Probe): Promise<Seen & { readonly id: string }> => {
  const answer = await fetch(`http://127.0.0.1:${contender.server.port}/api/spei/cash-in`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-sandbox-scenario": "pending",
      ...(probe.authorized === false ? {} : { authorization: `Bearer ${token}` }),
      ...probe.headers,
    },
    body: probe.body,
  })
  const body: unknown = await answer.json()
  return {
    status: answer.status,
    headers: headersOf(answer.headers, probe.headers?.["x-request-id"]),
    shape: shapeOf(body),
    code: textMember(body, "code"),
    fields: failingFields(body),
    id: textMember(body, "transactionId"),
  }
}

const compare = (probe: Probe, title: string, seen: Seen, expected: Seen): ReadonlyArray<string> =>
  (["status", "headers", "shape", "code", "fields"] as const)
    .filter((key) => seen[key] !== expected[key])
    .map((key) => `${probe.name}: ${key} of ${title} is ${seen[key]}, of Pesoreal ${expected[key]}`)

/** Every difference from Pesoreal, in words; empty when there is none. */
export const differences = async ({ cluster, contenders, tokens }: Field): Promise<ReadonlyArray<string>> => {
  const token = await tokens.current()
  const found: Array<string> = []
  const expected = new Map<Probe, Seen>()
  const { pesoreal, ...peers } = contenders
  for (const contender of [pesoreal, ...Object.values(peers)]) {
    const before = (await cluster.charges(contender.database)).rows
    const created = new Set<string>()
    for (const probe of probes) {
      const seen = await ask(contender, token, probe)
      const first = expected.get(probe)
      if (first === undefined) expected.set(probe, seen)
      else found.push(...compare(probe, contender.title, seen, first))
      if (seen.status === 201) created.add(seen.id)
    }
    const made = (await cluster.charges(contender.database)).rows - before
    if (made !== created.size) found.push(`${contender.title} made ${made} rows, and answered ${created.size} charges`)
  }
  const rows = await Promise.all(
    Object.values(contenders).map(({ database }) => cluster.row(database, charge.externalId)),
  )
  if (new Set(rows).size !== 1) found.push(`the stored rows differ:\n${rows.join("\n")}`)
  return found
}

/**
 * Makes the golden vectors of webhook signatures, which core, receiver, server and testkit all have to agree with.
 *
 * Run it from the root: node --conditions=@pesoreal/source packages/core/scripts/signature-vectors.ts
 *
 * The headers are computed by node:crypto. Whoever changes a vector checks it by other means too, for example:
 * printf %s "$body" | openssl dgst -sha256 -hmac "$secret"
 */
import { createHmac } from "node:crypto"
import { writeFileSync } from "node:fs"
import { bodyOf, type SignatureVector } from "../test/vectors/signatures.ts"

const event = JSON.stringify({
  event: "cash_in",
  eventId: "evt_0193f0c0-0000-7000-8000-000000000001",
  deliveryId: "dlv_0193f0c0-0000-7000-8000-000000000002",
  transaction: { id: 1, status: "CONFIRMED", amountCentavos: 15_000, clabe: "846180000400000001" },
})

const vectors: ReadonlyArray<Omit<SignatureVector, "header">> = [
  {
    name: "an event, with a secret as the service makes them: whsec_ and 43 characters",
    secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY",
    body: { encoding: "utf8", text: event },
  },
  {
    name: "the same event by another secret, as during a rotation",
    secret: "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA",
    body: { encoding: "utf8", text: event },
  },
  {
    name: "the same event by the first secret without its prefix: another key, so another signature",
    secret: "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY",
    body: { encoding: "utf8", text: event },
  },
  {
    name: "the same event with one more line end",
    secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY",
    body: { encoding: "utf8", text: `${event}\n` },
  },
  {
    name: "an empty body",
    secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY",
    body: { encoding: "utf8", text: "" },
  },
  {
    name: "letters outside ASCII, whose bytes are those of UTF-8",
    secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY",
    body: { encoding: "utf8", text: '{"counterpart":{"name":"María Ñáñez 🏦"},"amount":1.0}' },
  },
  {
    name: "bytes that are no UTF-8, which a receiver must not have decoded",
    secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY",
    body: { encoding: "base64", text: "//4AgMDB9fY=" },
  },
  {
    name: "64 KiB, and a key longer than a block of SHA-256",
    secret: `whsec_${"k".repeat(64)}`,
    body: { encoding: "utf8", text: "0123456789abcdef", times: 4_096 },
  },
  {
    name: "a secret with letters outside ASCII, whose bytes are those of UTF-8",
    secret: "whsec_contraseña-🔑",
    body: { encoding: "utf8", text: event },
  },
]

const signed: ReadonlyArray<SignatureVector> = vectors.map((vector) => ({
  ...vector,
  header: `sha256=${createHmac("sha256", vector.secret).update(bodyOf(vector)).digest("hex")}`,
}))

writeFileSync(new URL("../test/vectors/signatures.json", import.meta.url), `${JSON.stringify(signed, null, 2)}\n`)

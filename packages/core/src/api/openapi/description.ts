/** What the OpenAPI document says before its first operation: how to begin, and what is the same everywhere. */
import { RETRY_DELAYS_SECONDS } from "../../webhooks/retrySchedule.ts"

const words = (seconds: number): string => {
  if (seconds === 0) return "immediate"
  if (seconds < 60) return `${seconds} s`
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`
}

/** The table of attempts, in Markdown. */
export const retryTable: string = [
  "| attempt | delay after the previous one |",
  "|---|---|",
  ...RETRY_DELAYS_SECONDS.map((seconds, index) => `| ${index + 1} | ${words(seconds)} |`),
  `| ${RETRY_DELAYS_SECONDS.length + 1} and later | given up |`,
].join("\n")

/** The description, in Markdown. */
export const description = `Pesoreal receives and sends money in Mexico (SPEI, store counters) and in Brazil (PIX). One service serves both areas on one origin.

A creation answers at once with status \`PENDING\`; the outcome arrives by a signed webhook, and can be looked up. The **sandbox** has the same contract as production and moves no real money: its outcomes arrive about a second later.

## First steps

1. \`POST /api/signup\` with \`"isSandbox": true\` answers credentials and a client certificate.
2. \`POST /api/auth/token\` with both answers a token for 600 seconds.
3. \`POST /api/webhooks-config\` registers your address and answers the secret that signs deliveries.
4. \`POST /api/spei/cash-in\` answers a CLABE. A second later your address receives \`cash_in\`.

## Authentication

There are two layers. The first is an X.509 **client certificate** (mutual TLS), which a proxy forwards in the header \`X-SSL-Client-Cert\` as URL-encoded PEM. The second is **OAuth 2.0 client credentials**: \`clientId\` and \`clientSecret\`. \`POST /api/auth/token\` takes both and answers a JWT, which goes with every other request as \`Authorization: Bearer <access_token>\`.

A token lives 600 seconds. There is no refresh token; a new one never ends older ones. Credentials of sandbox and production are distinct, and those of the other environment are a 401. Authentication is checked before the body.

## Money

Amounts of the Mexico area are integers of **MXN centavos**: \`15000\` is 150.00 MXN. Amounts of the PIX area are JSON numbers of **BRL** with at most 2 decimals: \`1200.35\`. More decimals are a 400, never rounded.

A send or a refund holds its amount and fee in the balance until its outcome: gross = net + blocked.

## Identifiers

A transaction of the Mexico area has an integer \`id\` and a \`transactionId\` (UUID), and every answer and webhook carries both. A transaction of the PIX area has a \`transactionId\`. UUIDs are of version 7. Another account's resource is a 404.

Lengths are counted in Unicode code points. A \`null\` for an optional field is the same as leaving it out. Unknown fields are ignored.

## Idempotency

Send an \`externalId\` with every creation. In the **Mexico area** the same body with the same \`externalId\` answers the existing resource with 201, in its current status; another body, or another operation, is a 409 \`DUPLICATE_EXTERNAL_ID\`. In the **PIX area** the reuse of an \`externalId\` is always a 409.

Where you have no \`externalId\`, the header \`Idempotency-Key\` does the same for 24 hours, in both areas: the same key and an equal body answer the same resource; the same key with another body is a 422 \`IDEMPOTENCY_KEY_REUSED\`.

A 502 moved no money. Send the same request with the same \`externalId\` or key again, never with a new one: where the rail did not answer in time, it goes on with what was begun.

## Errors

Every error body, at any status, is \`{"code", "message", "requestId", "details"?}\`. \`code\` is for programs and stays the same; \`message\` is for people. With \`VALIDATION_ERROR\`, \`details\` lists every failing field at once, by its path. \`requestId\` is also in the header \`x-request-id\`; an incoming one of \`[A-Za-z0-9._-]{1,64}\` is kept.

A path that does not exist is a 404 \`NOT_FOUND\`; a path that exists, asked with another method, is a 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`.

## Webhooks

A configuration names an address and kinds of events. A delivery is a \`POST\` whose body is the event, with the headers \`X-Service-Delivery\` (the \`deliveryId\` of the body) and \`X-Service-Signature\`.

**Verify the signature** before you read the body: \`X-Service-Signature\` is \`sha256=\` and the lowercase hex of HMAC-SHA256 over the raw bytes of the body, keyed with the whole secret as it was shown, \`whsec_\` included. Compare in constant time. While a rotated secret overlaps, the signature by the old one travels in \`X-Service-Signature-Previous\`.

\`\`\`js
import { createHmac, timingSafeEqual } from "node:crypto"

const isGenuine = (rawBody, header, secret) => {
  const expected = Buffer.from("sha256=" + createHmac("sha256", secret).update(rawBody).digest("hex"))
  const given = Buffer.from(header)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
\`\`\`

**Answer 2xx within 5 seconds**, and do the work afterwards. A 5xx, a 408 or 429, a timeout or a connection error is retried; any other answer ends the delivery as REJECTED, which you can redrive.

${retryTable}

**De-duplicate** on \`deliveryId\`, which retries keep and a redrive renews; or on \`eventId\`, which a redrive keeps as well. Order is not guaranteed after retries. If you were away for longer than the retries last, \`GET /api/events\` has everything.

## Sandbox

The header \`X-Sandbox-Scenario\` on a creation selects its outcome: \`error:bank-rejected\`, \`delayed:30s\`, \`webhook:duplicate\`, … (\`GET /api/sandbox/scenarios\` lists all). A scenario never changes the creation's own answer. \`POST /api/sandbox/transactions/{transactionId}/pay\` and its neighbours bring an outcome about at once, and \`POST /api/sandbox/clock\` lets time pass.

Sandbox CLABEs begin with 846, so that nobody can pay one by mistake.`

/** Where the contract is served, unless an installation says better. */
export const servers = [
  {
    url: "{base_url}",
    description: "Both areas, on one origin",
    variables: {
      base_url: { default: "http://localhost:3000", description: "Where the service listens" },
    },
  },
]

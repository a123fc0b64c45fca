/** Examples of the operations about the service itself. */
import { example, type Examples } from "../documentation.ts"
import type { JsonWebKeySet } from "../service.ts"

/** `GET /health/live` and `GET /health/ready`. */
export const health: { readonly answer: Examples } = { answer: { ok: example("Yes", { status: "ok" }) } }

/** `GET /metrics`. */
export const metrics: { readonly answer: Examples<string> } = {
  answer: {
    metrics: example(
      "A few of them",
      '# HELP webhook_deliveries_total Deliveries that ended, by outcome\n# TYPE webhook_deliveries_total counter\nwebhook_deliveries_total{outcome="delivered"} 1042\n',
    ),
  },
}

/** `GET /.well-known/jwks.json`. */
export const keys: { readonly answer: Examples<JsonWebKeySet> } = {
  answer: {
    keys: example("One key", {
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
          y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
          kid: "019c1535",
          alg: "ES256",
          use: "sig",
        },
      ],
    }),
  },
}

/** `GET /openapi.json`. */
export const document: { readonly answer: Examples } = {
  answer: {
    beginning: example("Its beginning", { openapi: "3.1.0", info: { title: "Pesoreal", version: "1.0.0" }, paths: {} }),
  },
}

/** `GET /docs`. */
export const page: { readonly answer: Examples<string> } = {
  answer: { beginning: example("Its beginning", "<!doctype html>\n<html>…</html>\n") },
}

/**
 * The walk: sign-up, token, webhook, and two charges. The first one's webhook is refused once, so that its retry is seen 30
 * seconds later; the second one's arrives three times meanwhile, and is handled once.
 */
import { RetrySchedule } from "@pesoreal/core"
import { Clock, Effect, FileSystem } from "effect"
import { type Client, connect } from "./client.ts"
import { DemoFailed, eventually } from "./failure.ts"
import { type Arrival, freePort, startMerchant, type WatchedMerchant } from "./merchant.ts"
import { aside, countingDown, line, step, table, title } from "./screen.ts"
import { type Service, startService } from "./service.ts"

/** The settlement comes after a second, and a machine may be slow. */
const soon = "15 seconds"
const retrySeconds = RetrySchedule.RETRY_DELAYS_SECONDS[1]

export const demo = Effect.gen(function* () {
  yield* title("\n  Pesoreal: two SPEI charges, from sign-up to verified webhooks, in about 40 seconds\n")
  const files = yield* FileSystem.FileSystem
  const directory = yield* step(
    "making a temporary directory",
    files.makeTempDirectoryScoped({ prefix: "pesoreal-demo-" }),
    (path) => `Made ${path} for the data`,
  )
  const service = yield* step(
    "starting the service (a clone's first start takes a few seconds more)",
    startService(directory),
    ({ baseUrl, pid }) => `The service listens on ${baseUrl} (process ${pid})`,
  )
  // A service that ends by itself breaks whatever the walk is doing; its own words come first then.
  const walked = walk(service).pipe(Effect.tapError(() => Effect.sleep("500 millis")))
  const outcomes = yield* Effect.raceFirst(walked, service.watch)
  yield* step("stopping the service", Effect.flatMap(service.stop, assertZero), () => "The service drained and stopped")
  yield* showSummary(outcomes)
}).pipe(Effect.scoped)

const assertZero = (code: number) =>
  code === 0 ? Effect.void : Effect.fail(new DemoFailed({ message: `it ended with exit code ${code}` }))

const walk = Effect.fnUntraced(function* ({ baseUrl }: Service) {
  const client = yield* connect(baseUrl)
  yield* openAccount(client)
  const merchant = yield* openShop(client)

  yield* createCharge(client, "order-1", {})
  yield* confirmed(client, "order-1")
  const first = yield* step(
    "waiting for its webhook",
    arrived(merchant, "the first webhook", ({ outcome }) => outcome === "refused"),
    ({ deliveryId }) => `Its webhook ${deliveryId} arrived, and the merchant answered 500 on purpose`,
  )
  const retryAtMs = (yield* Clock.currentTimeMillis) + retrySeconds * 1000
  yield* aside(`the schedule tries it again after ${retrySeconds} seconds; meanwhile:`)

  yield* createCharge(client, "order-2", { "x-sandbox-scenario": "webhook:duplicate" })
  yield* confirmed(client, "order-2")
  yield* step(
    "waiting for three copies of its webhook",
    eventually(
      "three copies of the second webhook",
      soon,
      Effect.sync(() =>
        merchant.arrivals.filter((one) => one.deliveryId !== first.deliveryId).length >= 3 ? true : undefined,
      ),
    ),
    () => `Its webhook arrived three times, and was handled ${timesHandled(merchant, first.deliveryId)}`,
  )

  yield* step(
    "waiting for the retry",
    countingDown(
      retryAtMs,
      (seconds) => `the first webhook comes again in ${seconds} seconds`,
      arrived(merchant, "the retry of the first webhook", (one) => isSame(one, first) && one.outcome === "handled"),
    ),
    () => "The first webhook came again: verified, handled, and the order is paid",
  )
  return yield* outcomesOf(client, merchant)
}, Effect.scoped)

const isSame = (one: Arrival, other: Arrival): boolean => one.deliveryId === other.deliveryId

const timesHandled = ({ arrivals }: WatchedMerchant, notThis: string): string => {
  const times = arrivals.filter((one) => one.deliveryId !== notThis && one.outcome === "handled").length
  return times === 1 ? "once" : `${times} times`
}

const openAccount = Effect.fnUntraced(function* (client: Client) {
  const account = yield* step(
    "signing up",
    client.accounts.signUp({
      payload: {
        holderName: "Tienda Sol",
        holderTaxIdPrimary: "XAXX010101000",
        holderTaxIdPrimaryType: "RFC",
        accountType: "PJ",
        isSandbox: true,
      },
    }),
    ({ publicId }) => `Signed up: ${publicId}, with credentials and a client certificate`,
  )
  const { access_token } = yield* step(
    "getting an access token",
    client.accounts.token({
      headers: { "x-ssl-client-cert": encodeURIComponent(account.certificate?.pem ?? "") },
      payload: account.credentials,
    }),
    ({ expires_in }) => `Got an access token, good for ${expires_in} seconds`,
  )
  yield* client.authorize(access_token)
})

const openShop = Effect.fnUntraced(function* (client: Client) {
  const port = yield* freePort
  const url = `http://127.0.0.1:${port}/webhooks`
  const { secret } = yield* step(
    "registering the webhook",
    client.webhooks.createConfig({ payload: { url, events: ["cash_in"] } }),
    () => `Registered ${url} for cash_in`,
  )
  return yield* step(
    "starting the merchant",
    startMerchant(port, secret),
    () => "The merchant of examples/node-merchant waits for webhooks there",
  )
})

const createCharge = (client: Client, externalId: string, headers: { "x-sandbox-scenario"?: string }) =>
  step(
    `charging ${externalId}`,
    client.spei.cashIn({
      headers,
      payload: { amountCentavos: 15_000, externalId, customerName: "Ana López", customerEmail: "ana@example.mx" },
    }),
    ({ status, clabe }) => {
      const scenario = headers["x-sandbox-scenario"]
      return `Charged 150.00 MXN to CLABE ${clabe}: ${externalId} is ${status}${scenario === undefined ? "" : ` (scenario ${scenario})`}`
    },
  )

const confirmed = (client: Client, externalId: string) =>
  step(
    `waiting for ${externalId} to be settled`,
    eventually(
      `${externalId} to be settled`,
      soon,
      Effect.map(client.spei.lookup({ params: { externalId } }), (record) =>
        record.status === "PENDING" ? undefined : record,
      ),
    ),
    ({ status, claveRastreo }) => `The sandbox paid it: ${externalId} is ${status}, tracking key ${claveRastreo}`,
  )

const arrived = ({ arrivals }: WatchedMerchant, what: string, is: (arrival: Arrival) => boolean) =>
  eventually(
    what,
    `${retrySeconds + 15} seconds`,
    Effect.sync(() => arrivals.find(is)),
  )

interface Outcome {
  readonly externalId: string
  readonly status: string
  /** What the merchant made of it. */
  readonly order: string
  readonly arrivals: ReadonlyArray<Arrival>
}

/** What came of each charge, as the service and the merchant have it. */
const outcomesOf = Effect.fnUntraced(function* (client: Client, { arrivals, orders }: WatchedMerchant) {
  // The first charge's webhook came first.
  const deliveryIds = [...new Set(arrivals.map((one) => one.deliveryId))]
  return yield* Effect.forEach(["order-1", "order-2"], (externalId, index) =>
    Effect.map(client.spei.lookup({ params: { externalId } }), ({ status }): Outcome => ({
      externalId,
      status,
      order: orders().find(({ order }) => order === externalId)?.status ?? "unpaid",
      arrivals: arrivals.filter((one) => one.deliveryId === deliveryIds[index]),
    })),
  )
})

/** The table. Fails unless every charge was paid by one webhook that was handled exactly once. */
const showSummary = Effect.fnUntraced(function* (outcomes: ReadonlyArray<Outcome>) {
  const count = (arrivals: ReadonlyArray<Arrival>, outcome: Arrival["outcome"]): number =>
    arrivals.filter((one) => one.outcome === outcome).length
  const counts = (arrivals: ReadonlyArray<Arrival>) =>
    [count(arrivals, "refused"), count(arrivals, "handled"), count(arrivals, "duplicate")] as const
  yield* line("")
  yield* table(
    ["order", "charge", "merchant", "attempts", "refused", "handled", "duplicates"],
    outcomes.map(({ externalId, status, order, arrivals }) => [
      externalId,
      status,
      order,
      arrivals.length,
      ...counts(arrivals),
    ]),
  )
  const all = outcomes.flatMap(({ arrivals }) => arrivals)
  const [refused, handled, duplicates] = counts(all)
  yield* line(
    `\n  ${outcomes.length} charges, ${new Set(all.map((one) => one.deliveryId)).size} deliveries, ${all.length} attempts: ` +
      `${refused} refused, ${handled} handled, ${duplicates} duplicates`,
  )
  const isRight = outcomes.every(
    ({ status, order, arrivals }) => status === "CONFIRMED" && order === "paid" && count(arrivals, "handled") === 1,
  )
  if (!isRight) {
    return yield* new DemoFailed({ message: "not every charge was paid by a webhook that was handled exactly once" })
  }
})

/** The merchant as a process and in this one, with signed deliveries posted at it. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { sign } from "@pesoreal/receiver"
import { afterEach, assert, describe, it } from "vitest"
import { makeMerchant, type Merchant, type MerchantOptions } from "./src/merchant.ts"

const SECRET = "whsec_example"

const cashIn = (number: number, changes: object = {}) => ({
  event: "cash_in",
  eventId: `evt_${number}`,
  deliveryId: `dlv_${number}`,
  transaction: {
    id: number,
    transactionId: `0193f0c0-0000-7000-8000-00000000000${number}`,
    externalId: `order-${number}`,
    status: "CONFIRMED",
    amountCentavos: 15_050,
    clabe: "846000001000000014",
    claveRastreo: "PSR20260131ABC",
    paymentMethod: "SPEI",
    confirmedAt: "2026-01-31T12:00:00.000Z",
    counterpart: { name: "María Fernández", taxId: null, bank: null },
    ...changes,
  },
})

const post = async (url: string, event: ReturnType<typeof cashIn>, secret = SECRET) => {
  const body = JSON.stringify(event)
  const headers = { "X-Service-Delivery": event.deliveryId, "X-Service-Signature": await sign(body, secret) }
  const response = await fetch(url, { method: "POST", headers, body })
  return { status: response.status, answer: (await response.json()) as unknown }
}

const started: Array<Merchant> = []
afterEach(() => Promise.all(started.splice(0).map((merchant) => merchant.stop())))

const start = async (options: Partial<MerchantOptions> = {}) => {
  const lines: Array<string> = []
  const merchant = makeMerchant({ secrets: SECRET, print: (line) => lines.push(line), ...options })
  started.push(merchant)
  return { merchant, lines, url: await merchant.listen(0) }
}

describe("the merchant", () => {
  it("marks an order as paid, once, and shows it", async () => {
    const { merchant, lines, url } = await start()
    assert.deepEqual(await post(url, cashIn(1)), { status: 200, answer: { code: "handled" } })
    assert.deepEqual(await post(url, cashIn(1)), { status: 200, answer: { code: "duplicate", duplicate: true } })

    const order = {
      order: "order-1",
      transactionId: "0193f0c0-0000-7000-8000-000000000001",
      status: "paid",
      amountCentavos: 15_050,
      payer: "María Fernández",
      confirmedAt: "2026-01-31T12:00:00.000Z",
    }
    assert.deepEqual<unknown>(await (await fetch(new URL("/orders", url))).json(), [order])
    assert.deepEqual<unknown>(merchant.orders(), [order])
    assert.deepEqual([...merchant.handled], [["dlv_1", 1]])
    assert.deepEqual(lines, ["paid: order-1, 150.50 MXN (dlv_1)", "duplicate: dlv_1"])
  })

  it("marks an order as failed", async () => {
    const { merchant, url } = await start()
    await post(
      url,
      cashIn(2, {
        status: "FAILED",
        externalId: null,
        confirmedAt: null,
        counterpart: null,
        errorCode: "X",
        errorMessage: "x",
      }),
    )
    assert.deepInclude(merchant.orders()[0], { order: "charge 2", status: "failed", payer: null })
  })

  it("refuses a delivery that is signed by somebody else", async () => {
    const { merchant, lines, url } = await start()
    assert.strictEqual((await post(url, cashIn(1), "whsec_other")).status, 401)
    assert.isEmpty(merchant.orders())
    assert.match(lines[0] ?? "", /^invalid_signature: dlv_1: /)
  })

  it("takes both secrets of a rotation", async () => {
    const { merchant, url } = await start({ secrets: ["whsec_new", "whsec_old"] })
    await post(url, cashIn(1), "whsec_new")
    await post(url, cashIn(2), "whsec_old")
    assert.deepEqual(
      merchant.orders().map(({ order }) => order),
      ["order-1", "order-2"],
    )
  })

  it("fails the first deliveries when it is told to, and handles them when they come again", async () => {
    const { merchant, url } = await start({ failFirst: 2 })
    const statuses: Array<number> = []
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await post(url, cashIn(1))).status)
    assert.deepEqual(statuses, [500, 500, 200, 200])
    assert.deepEqual([...merchant.handled], [["dlv_1", 1]])
  })

  it("handles one of 50 copies that come at once", async () => {
    const { merchant, url } = await start()
    await Promise.all(Array.from({ length: 50 }, () => post(url, cashIn(1))))
    assert.deepEqual([...merchant.handled], [["dlv_1", 1]])
  })

  it("answers other addresses and methods", async () => {
    const { url } = await start()
    assert.strictEqual((await fetch(new URL("/", url))).status, 404)
    assert.strictEqual((await fetch(new URL("/orders", url), { method: "DELETE" })).status, 404)
    assert.strictEqual((await fetch(url)).status, 405)
  })
})

describe("the program", () => {
  const main = fileURLToPath(new URL("src/main.ts", import.meta.url))
  const run = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, ["--conditions=@pesoreal/source", main], {
      env: { PATH: process.env["PATH"], ...environment },
    })
    let output = ""
    child.stdout.on("data", (piece) => (output += String(piece)))
    child.stderr.on("data", (piece) => (output += String(piece)))
    const line = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const match = pattern.exec(output)
        if (match !== null) return match[1] ?? match[0]
        await once(child.stdout, "data")
      }
    }
    return { child, line, ended: once(child, "close").then(([code]) => ({ code: code as unknown, output })) }
  }

  it.each([{}, { WEBHOOK_SECRET: "" }, { WEBHOOK_SECRET: " , " }])(
    "does not start without a secret: %j",
    async (environment) => {
      const { code, output } = await run(environment).ended
      assert.strictEqual(code, 1)
      assert.match(output, /^Set WEBHOOK_SECRET to [^\n]+\.\n$/)
    },
  )

  it("does not start on a port that is none", async () => {
    const { code, output } = await run({ WEBHOOK_SECRET: SECRET, PORT: "http" }).ended
    assert.deepEqual({ code, output }, { code: 1, output: 'PORT must be a number from 0 to 65535, and is "http".\n' })
  })

  it("takes webhooks until it is told to stop, and then ends well", async () => {
    const { child, line, ended } = run({ WEBHOOK_SECRET: `whsec_old, ${SECRET}`, PORT: "0" })
    try {
      const url = await line(/Waiting for webhooks at (\S+);/)
      assert.strictEqual((await post(url, cashIn(1))).status, 200)
      await line(/paid: order-1/)
    } finally {
      child.kill("SIGTERM")
    }
    const { code, output } = await ended
    assert.strictEqual(code, 0)
    assert.match(output, /Stopping/)
  })
})

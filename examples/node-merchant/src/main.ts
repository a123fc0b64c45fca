/** Starts the merchant with settings from the environment: PORT (default 4000) and WEBHOOK_SECRET. */
import { makeMerchant } from "./merchant.ts"

const fail = (sentence: string): never => {
  console.error(sentence)
  process.exit(1)
}

// Two secrets, comma separated, are a rotation.
const secrets = (process.env["WEBHOOK_SECRET"] ?? "")
  .split(",")
  .map((secret) => secret.trim())
  .filter((secret) => secret !== "")
if (secrets.length === 0)
  fail("Set WEBHOOK_SECRET to the secret of your webhook configuration (whsec_…), as it was shown when you made it.")

const port = Number(process.env["PORT"] ?? "4000")
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  fail(`PORT must be a number from 0 to 65535, and is "${process.env["PORT"]}".`)

const merchant = makeMerchant({ secrets, print: console.log })
try {
  const webhooks = await merchant.listen(port)
  console.log(`Waiting for webhooks at ${webhooks}; the orders are at ${new URL("/orders", webhooks)}`)
} catch (cause) {
  fail(
    `Cannot listen on port ${port}: ${cause instanceof Error ? cause.message : String(cause)}. Another one can be set by PORT.`,
  )
}

const stop = async (): Promise<void> => {
  console.log("Stopping: no more webhooks are taken; those that are being handled are finished.")
  await merchant.stop()
}
process.once("SIGINT", () => void stop())
process.once("SIGTERM", () => void stop())

/**
 * The kill drill: `kill -9` of the server at random moments under a stream of charges, and then the books. Nothing that was
 * answered may be lost, and nothing may be handled twice.
 *
 * A seed decides the moments. Three of four fall while the server works, one while it starts.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { type Random, seeded } from "./random.ts"
import { openShop, type Shop, type ShopOptions } from "./shop.ts"

const workingMs = { least: 100, most: 2_000 }
const startingMs = { least: 50, most: 1_500 }
/** Of all kills, those that hit the start. */
const duringStart = 0.25

export interface KillDrillOptions extends ShopOptions {
  readonly kills: number
}

export interface KillReport {
  readonly database: string
  readonly seed: number
  readonly kills: number
  /** Of them, before the server listened. */
  readonly killsDuringStart: number
  readonly charges: number
  /** Requests that had no answer, or 503, and were repeated. */
  readonly repeatedRequests: number
  readonly deliveries: number
  readonly attempts: number
  /** Deliveries that the receiver saw again, and did not hand to the handler. */
  readonly duplicates: number
  /** Charges whose webhook was never handled. */
  readonly lost: number
  readonly handledTwice: number
  /** From a kill to the next charge that was answered. */
  readonly recoveryMs: { readonly median: number; readonly max: number }
  readonly seconds: number
  /** One sentence each; empty when all is well. */
  readonly problems: ReadonlyArray<string>
}

/** Kills and starts again, `kills` times; answers how long each outage lasted for the client, and what was hit. */
const killRepeatedly = async (shop: Shop, kills: number, random: Random) => {
  const recoveries: Array<number> = []
  let killsDuringStart = 0
  let killedAt: number | undefined
  for (let kill = 1; kill <= kills; kill++) {
    // The first start was a clean one.
    const hitsStart = killedAt !== undefined && random.next() < duringStart
    if (hitsStart) {
      killsDuringStart += 1
      await sleep(random.between(startingMs.least, startingMs.most))
    } else {
      await shop.serves()
      if (killedAt !== undefined) recoveries.push(performance.now() - killedAt)
      killedAt = undefined
      await sleep(random.between(workingMs.least, workingMs.most))
    }
    killedAt ??= performance.now()
    await shop.server().stop("SIGKILL")
    shop.restart()
  }
  await shop.serves()
  if (killedAt !== undefined) recoveries.push(performance.now() - killedAt)
  return { recoveries: recoveries.toSorted((a, b) => a - b).map(Math.round), killsDuringStart }
}

const repeatedRequests = (outcomes: ReadonlyMap<string, number>): number =>
  [...outcomes].reduce((sum, [outcome, times]) => (outcome === "201" ? sum : sum + times), 0)

export const runKillDrill = async (options: KillDrillOptions): Promise<KillReport> => {
  const begun = performance.now()
  const shop = await openShop(options)
  try {
    const { recoveries, killsDuringStart } = await killRepeatedly(shop, options.kills, seeded(options.seed))
    const { books, problems } = await shop.close()
    const { handled, paid, answers } = shop.merchant
    const { answered, outcomes } = shop.charges
    return {
      database: shop.database.name,
      seed: options.seed,
      kills: options.kills,
      killsDuringStart,
      charges: books.charges.size,
      repeatedRequests: repeatedRequests(outcomes),
      deliveries: books.deliveryIds.size,
      attempts: books.attempts,
      duplicates: (answers.get("duplicate") ?? 0) + (answers.get("in_flight") ?? 0),
      lost: [...answered.values()].filter((transactionId) => !paid.has(transactionId)).length,
      handledTwice: [...handled.values()].filter((times) => times > 1).length,
      recoveryMs: { median: recoveries[Math.floor(recoveries.length / 2)] ?? 0, max: recoveries.at(-1) ?? 0 },
      seconds: Math.round((performance.now() - begun) / 1000),
      problems,
    }
  } finally {
    await shop.abandon()
  }
}

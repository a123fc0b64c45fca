/**
 * A stream of charges from a client that behaves as the documentation asks: each charge has an externalId, and a request
 * without an answer is repeated with the same one, however long the service is away.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { type Account, charge, tokenOf } from "./client.ts"
import type { Random } from "./random.ts"
import { within } from "./waiting.ts"

/** Between two charges of one worker. */
const longestPauseMs = 60
/** Between two requests for one charge. */
const repeatAfterMs = 50
/** A service that is away for longer than this has not recovered. */
const answerLimitMs = 90_000

export interface ChargeStreamOptions {
  /** Where the service is now: it may move when it is started again. */
  readonly baseUrl: () => string
  readonly account: Account
  readonly token: string
  readonly random: Random
  readonly workers: number
  /** Begins every externalId. */
  readonly name: string
}

export interface ChargeStream {
  /** Charges that were answered 201: externalId to transactionId. */
  readonly answered: ReadonlyMap<string, string>
  /** Requests by what came of them: a status, or `none` where no answer came. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Resolves at the next 201. */
  readonly nextAnswer: () => Promise<void>
  /** Begins no more charges, and resolves when all that were begun are answered. Rejects with what no client should see. */
  readonly stop: () => Promise<void>
}

/** 503 says "try again"; a 502 comes from no rail of the sandbox, and other 5xx and 4xx are defects. */
const isWorthRepeating = (outcome: string): boolean => outcome === "none" || outcome === "503"

export const startCharges = (options: ChargeStreamOptions): ChargeStream => {
  const { baseUrl, account, random, workers, name } = options
  const answered = new Map<string, string>()
  const outcomes = new Map<string, number>()
  const waiting = new Set<() => void>()
  let token = options.token
  let begun = 0
  const stopping = new AbortController()

  const request = async (externalId: string): Promise<{ outcome: string; transactionId: string; text: string }> => {
    try {
      const { status, body } = await charge(baseUrl(), token, externalId)
      return { outcome: String(status), transactionId: body.transactionId, text: JSON.stringify(body) }
    } catch (error) {
      return { outcome: "none", transactionId: "", text: String(error) }
    }
  }

  const settle = (externalId: string, transactionId: string): void => {
    answered.set(externalId, transactionId)
    for (const resolve of waiting) resolve()
    waiting.clear()
  }

  const chargeOnce = async (externalId: string): Promise<void> => {
    const deadline = performance.now() + answerLimitMs
    for (;;) {
      const { outcome, transactionId, text } = await request(externalId)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (outcome === "201") return settle(externalId, transactionId)
      // A token lives for 600 seconds, and a drill may take longer.
      if (outcome === "401") token = await tokenOf(baseUrl(), account).catch(() => token)
      else if (!isWorthRepeating(outcome)) throw new Error(`Charge ${externalId} was answered ${outcome}: ${text}`)
      if (performance.now() > deadline) {
        throw new Error(
          `Charge ${externalId} was not answered in ${answerLimitMs} ms; the last word was ${outcome}: ${text}`,
        )
      }
      await sleep(repeatAfterMs)
    }
  }

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await chargeOnce(`${name}-${begun++}`)
      await sleep(random.between(0, longestPauseMs))
    }
  }
  const working = Promise.all(Array.from({ length: workers }, work))
  // Whoever stops the stream hears of it.
  working.catch(() => {})

  return {
    answered,
    outcomes,
    nextAnswer: () =>
      within(
        "a charge to be answered",
        answerLimitMs,
        // A stream that has failed answers nothing any more.
        Promise.race([new Promise<void>((resolve) => waiting.add(resolve)), working.then(() => {})]),
      ),
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}

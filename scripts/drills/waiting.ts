/** Waits with an end: whoever waits says for what and for how long, and the failure repeats both. */
import { setTimeout as sleep } from "node:timers/promises"

const pollMs = 25

/** Resolves with the first answer of `probe` that is not undefined. */
export const until = async <A>(what: string, limitMs: number, probe: () => Promise<A | undefined> | A | undefined) => {
  const deadline = performance.now() + limitMs
  for (;;) {
    const answer = await probe()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}`)
    await sleep(pollMs)
  }
}

/** Resolves as the promise does, if it does so in time. */
export const within = async <A>(what: string, limitMs: number, promise: Promise<A>): Promise<A> => {
  const timer = new AbortController()
  const late = sleep(limitMs, undefined, { signal: timer.signal }).then(
    () => {
      throw new Error(`Waited ${limitMs} ms in vain for ${what}`)
    },
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([promise, late])
  } finally {
    timer.abort()
  }
}

/**
 * What this process remembers of tokens that it has verified, so that a token's signature is checked once and not per
 * request. It may vanish at any time. Two generations: entries are never deleted one by one, a whole generation is dropped
 * at once, by age or by size. It never decides whether an entry has expired: its user does.
 */

export interface TokenCache<A> {
  readonly get: (token: string, now: number) => A | undefined
  readonly set: (token: string, value: A, now: number) => void
  /** Entries held: at most twice the capacity. */
  readonly size: () => number
}

/**
 * @param capacity entries of one generation
 * @param generationMs age at which the young generation becomes the old one; what is not asked for within one generation
 *   more is gone
 */
export const makeTokenCache = <A>(capacity: number, generationMs: number): TokenCache<A> => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  let since = Number.NEGATIVE_INFINITY

  const rotate = (now: number): void => {
    // After two generations of silence the young one is out of date as well.
    old = now - since >= 2 * generationMs ? new Map<string, A>() : young
    young = new Map()
    since = now
  }
  const set = (token: string, value: A, now: number): void => {
    if (young.size >= capacity || now - since >= generationMs) rotate(now)
    young.set(token, value)
  }
  return {
    get: (token, now) => {
      const fresh = young.get(token)
      if (fresh !== undefined) return fresh
      const kept = old.get(token)
      if (kept !== undefined) set(token, kept, now)
      return kept
    },
    set,
    size: () => young.size + old.size,
  }
}

/**
 * How many attempts are in flight, in all and per endpoint, against their caps. A count in memory and nothing else: each
 * process has its own caps.
 */

export interface SlotCaps {
  readonly total: number
  readonly perEndpoint: number
}

export interface Slots {
  /** Free slots over all endpoints. */
  readonly free: () => number
  /** Free slots of one endpoint, which the total may cut short. */
  readonly freeOf: (endpointId: string) => number
  readonly take: (endpointId: string) => void
  readonly release: (endpointId: string) => void
  readonly taken: () => number
}

export const makeSlots = (caps: SlotCaps): Slots => {
  const byEndpoint = new Map<string, number>()
  let taken = 0
  return {
    free: () => caps.total - taken,
    freeOf: (endpointId) => caps.perEndpoint - (byEndpoint.get(endpointId) ?? 0),
    take: (endpointId) => {
      taken += 1
      byEndpoint.set(endpointId, (byEndpoint.get(endpointId) ?? 0) + 1)
    },
    release: (endpointId) => {
      const left = (byEndpoint.get(endpointId) ?? 0) - 1
      if (left < 0) throw new Error(`a slot of endpoint ${endpointId} was released twice`)
      taken -= 1
      if (left === 0) byEndpoint.delete(endpointId)
      else byEndpoint.set(endpointId, left)
    },
    taken: () => taken,
  }
}

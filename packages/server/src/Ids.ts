/**
 * New identifiers and secrets. UUIDs are version 7 (decisions, section 3): in key order they arrive in time order, which
 * keeps index pages warm. A service, so that a simulation can make them from its seed.
 */
import { randomBytes, randomFillSync } from "node:crypto"
import { Context, Layer } from "effect"
import { v7 } from "uuid"

export class Ids extends Context.Service<
  Ids,
  {
    /** A UUIDv7 of the given instant (milliseconds since 1970). Synchronous: creations make thousands a second. */
    readonly uuid: (millis: number) => string
    /** 32 random bytes in base64url without padding: 43 characters. */
    readonly secret: () => string
    /** `count` digits and capitals without I, L, O and U, for references that people read to each other. */
    readonly reference: (count: number) => string
  }
>()("@pesoreal/server/Ids") {
  static readonly layer = Layer.sync(Ids, () => {
    const random = makeRandom()
    return Ids.of({
      uuid: (millis) => v7({ msecs: millis, random: random() }),
      secret: () => randomBytes(32).toString("base64url"),
      reference: (count) => {
        let text = ""
        for (const byte of randomBytes(count)) text += referenceAlphabet.charAt(byte % referenceAlphabet.length)
        return text
      },
    })
  })
}

const uuidBytes = 16
const poolBytes = 4096

/** Random bytes for one UUID at a time, drawn from the system 256 at once: each draw is a system call. */
const makeRandom = () => {
  const pool = Buffer.allocUnsafe(poolBytes)
  let used = poolBytes
  return (): Uint8Array => {
    if (used === poolBytes) {
      randomFillSync(pool)
      used = 0
    }
    used += uuidBytes
    return pool.subarray(used - uuidBytes, used)
  }
}

const referenceAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

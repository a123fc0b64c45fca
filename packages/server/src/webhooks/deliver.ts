/**
 * One claimed delivery: its attempt, and what the sandbox adds to it on request. Answers what is to be recorded; writes
 * nothing itself.
 */
import { Effect, FiberSet, type Scope } from "effect"
import type { SecretBoxError } from "../identity/IdentityErrors.ts"
import type { Time } from "../Time.ts"
import type { ClaimedDelivery } from "./claim.ts"
import { deliveryId } from "./identifiers.ts"
import { decide, type DeliveryResult } from "./results.ts"
import type { Sender, SendRequest, SendResult } from "./Sender.ts"
import type { SigningKeyOf } from "./signingKeys.ts"

/** `webhook:duplicate` sends its last copy after this (decisions, section 10). */
const duplicateAfterMs = 2_000
/** Copies that wait or are being sent. Beyond it none are made: they are a convenience of the sandbox. */
const maximumCopies = 256

/** The result to record; undefined where no attempt could be made, and the lease is left to run out. */
export type Deliver = (claimed: ClaimedDelivery) => Effect.Effect<DeliveryResult | undefined, SecretBoxError>

/** Copies still waiting when the scope closes are not sent. */
export const makeDeliver = (options: {
  readonly sender: Sender["Service"]
  readonly time: Time["Service"]
  readonly signingKeyOf: SigningKeyOf
}): Effect.Effect<Deliver, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { sender, time, signingKeyOf } = options
    const copies = yield* FiberSet.make<void>()

    /** Not attempts: their answers are only logged. */
    const sendCopy = (request: SendRequest) =>
      Effect.flatMap(sender.send(request), (result) => logCopy(request, result))
    const sendCopyBeside = (request: SendRequest, afterMs: number) =>
      Effect.suspend(() =>
        Array.from(copies).length >= maximumCopies
          ? Effect.logDebug(`Too many copies are on their way; ${request.deliveryId} is not sent again`)
          : Effect.asVoid(FiberSet.run(copies, Effect.andThen(Effect.sleep(afterMs), sendCopy(request)))),
      )

    const before = (claimed: ClaimedDelivery, request: SendRequest): Effect.Effect<void> => {
      // Retries are plain: the scenario has been played.
      if (claimed.attempts > 0) return Effect.void
      switch (claimed.sandboxEffect) {
        case "duplicate":
          return Effect.andThen(sendCopyBeside(request, 0), sendCopyBeside(request, duplicateAfterMs))
        case "bad-signature":
          return sendCopy({ ...request, wrongSignature: true })
        case null:
          return Effect.void
      }
    }

    return Effect.fnUntraced(function* (claimed: ClaimedDelivery) {
      const id = deliveryId(claimed.deliveryId)
      if (claimed.endpoint === null) {
        yield* Effect.logWarning(`The endpoint of ${id} is gone; the delivery stays where it is`)
        return undefined
      }
      const key = yield* signingKeyOf(claimed.endpointId, claimed.endpoint.sealedSecret)
      const request: SendRequest = { url: claimed.endpoint.url, deliveryId: id, bytes: claimed.bytes, key }
      yield* before(claimed, request)
      const startedAtMs = yield* time.now
      const result = yield* sender.send(request)
      return decide(claimed, result, startedAtMs, yield* time.now)
    })
  })

const logCopy = (request: SendRequest, result: SendResult) =>
  Effect.logDebug(
    `Sandbox copy of ${request.deliveryId}${request.wrongSignature === true ? " with a wrong signature" : ""}: ${
      result.kind === "answered" ? result.status : result.kind
    }`,
  )

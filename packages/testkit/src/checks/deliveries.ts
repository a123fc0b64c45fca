/**
 * Properties of a receiver of webhooks, whatever it is made of: all they need is a way to hand it a delivery and to see the
 * status of its answer. To be run by `fc.assert`, and to be waited for.
 */
import fc from "fast-check"
import { rotatedDelivery } from "../arbitraries/rotatedDelivery.ts"
import { signedDelivery } from "../arbitraries/signedDelivery.ts"
import { tamperedDelivery } from "../arbitraries/tamperedDelivery.ts"
import type { Delivery } from "../Delivery.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Hands a delivery to a receiver. A `Response` is such an answer. */
export type SendDelivery = (delivery: Delivery) => Promise<{ readonly status: number }>

/** The receiver under test. */
export interface ReceiverUnderTest {
  /** The secret that it was given. */
  readonly secret: string
  readonly send: SendDelivery
}

/**
 * The receiver answers 2xx to every good delivery, during a rotation of its secret too.
 *
 * Each delivery has an id of its own, and may be one that the receiver has no business with (a failed charge, an unknown
 * externalId): that is no reason to refuse it, and a refused delivery is never sent again.
 *
 * @example
 * ```ts
 * import { createReceiver } from "@pesoreal/receiver"
 * import { fetchAdapter } from "@pesoreal/receiver/fetch"
 * import { goodDeliveriesAreTaken } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const secret = "whsec_example"
 * const post = fetchAdapter(createReceiver({ secrets: secret, handlers: { cash_in: () => {} } }))
 *
 * await fc.assert(
 *   goodDeliveriesAreTaken({
 *     secret,
 *     send: (delivery) => post(new Request("https://shop.example/webhooks", { method: "POST", ...delivery })),
 *   }),
 * )
 * ```
 */
export const goodDeliveriesAreTaken = ({ secret, send }: ReceiverUnderTest): fc.IAsyncPropertyWithHooks<[Delivery]> => {
  const mine = fc.constant(secret)
  const deliveries: fc.Arbitrary<Delivery> = fc.oneof(
    signedDelivery({ secret: mine }),
    rotatedDelivery({ secret: mine }),
    rotatedDelivery({ previousSecret: mine }),
  )
  return fc.asyncProperty(deliveries, async (delivery) => {
    const { status } = await send(delivery)
    if (status < 200 || status > 299)
      throw new Error(`A good delivery should be answered 2xx, and was answered ${status}`)
  })
}

/**
 * The receiver answers 4xx to every delivery that was forged, altered, sent under another id, or is no event: never 2xx, and
 * not 5xx either, which would have the sender try again.
 *
 * @example
 * ```ts
 * import { createReceiver } from "@pesoreal/receiver"
 * import { fetchAdapter } from "@pesoreal/receiver/fetch"
 * import { tamperedDeliveriesAreRefused } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const secret = "whsec_example"
 * const post = fetchAdapter(createReceiver({ secrets: secret, handlers: { cash_in: () => {} }, onError: () => {} }))
 *
 * await fc.assert(
 *   tamperedDeliveriesAreRefused({
 *     secret,
 *     send: (delivery) => post(new Request("https://shop.example/webhooks", { method: "POST", ...delivery })),
 *   }),
 * )
 * ```
 */
export const tamperedDeliveriesAreRefused = ({
  secret,
  send,
}: ReceiverUnderTest): fc.IAsyncPropertyWithHooks<[NearlyValid<Delivery>]> => {
  const deliveries: fc.Arbitrary<NearlyValid<Delivery>> = tamperedDelivery({ secret: fc.constant(secret) })
  return fc.asyncProperty(deliveries, async ({ value, why }) => {
    const { status } = await send(value)
    if (status >= 400 && status <= 499) return
    throw new Error(`This should be answered 4xx (${why.reason.replaceAll("_", " ")}), and was answered ${status}`)
  })
}

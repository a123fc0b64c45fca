/**
 * Deliveries during the rotation of a secret: signed by the new one, and beside it by the old one, in a header of its own
 * (decisions, section 9).
 */
import { Signature } from "@pesoreal/core"
import fc from "fast-check"
import { printable, signatureOf } from "../Delivery.ts"
import { signedDelivery, type SignedDelivery, type SignedDeliveryOptions } from "./signedDelivery.ts"
import { webhookSecret } from "./webhookSecret.ts"

/** A good delivery, which a receiver must take whether it knows the new secret or still only the old one. */
export interface RotatedDelivery extends SignedDelivery {
  readonly previousSecret: string
}

/** What is delivered, and by which secrets it is signed. */
export interface RotatedDeliveryOptions extends SignedDeliveryOptions {
  /** The old secret. Default `webhookSecret()`. */
  readonly previousSecret?: fc.Arbitrary<string>
}

/**
 * Good deliveries with both signatures.
 *
 * @example
 * ```ts
 * import { verify } from "@pesoreal/receiver"
 * import { rotatedDelivery } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const [{ headers, body, previousSecret }] = fc.sample(rotatedDelivery(), 1)
 * await verify({
 *   body,
 *   signature: headers["X-Service-Signature"],
 *   previousSignature: headers["X-Service-Signature-Previous"],
 *   secrets: previousSecret,
 * }) // => { ok: true }
 * ```
 */
export const rotatedDelivery = ({
  previousSecret = webhookSecret(),
  ...options
}: RotatedDeliveryOptions = {}): fc.Arbitrary<RotatedDelivery> =>
  fc.tuple(signedDelivery(options), previousSecret).map(
    ([delivery, previous]) =>
      printable({
        ...delivery,
        headers: { ...delivery.headers, [Signature.PREVIOUS_SIGNATURE_HEADER]: signatureOf(delivery.body, previous) },
        previousSecret: previous,
      }),
    (value) => {
      if (typeof value !== "object" || value === null || !("previousSecret" in value))
        throw new TypeError("Not rotated")
      // Safe: signedDelivery looks at every field before it shrinks the delivery, and the old secret's own arbitrary at it.
      const { previousSecret: previous, headers, ...rest } = value as RotatedDelivery
      const { [Signature.PREVIOUS_SIGNATURE_HEADER]: _, ...others } = headers
      return [{ ...rest, headers: others }, previous]
    },
  )

/** How to read `signatures.json`: what a row holds, and the bytes of its body. */

/** One golden vector: this secret and these bytes give this header. */
export interface SignatureVector {
  readonly name: string
  /** The whole secret; all of it is the key. */
  readonly secret: string
  /** The text, decoded by its encoding and written `times` times over (once, if it does not say). */
  readonly body: { readonly encoding: "utf8" | "base64"; readonly text: string; readonly times?: number }
  readonly header: string
}

/** The bytes that are signed. */
export const bodyOf = ({ body }: Pick<SignatureVector, "body">): Uint8Array<ArrayBuffer> => {
  const once = Buffer.from(body.text, body.encoding)
  return new Uint8Array(Buffer.concat(Array.from({ length: body.times ?? 1 }, () => once)))
}

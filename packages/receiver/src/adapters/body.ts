/** What the adapters share: a body in pieces, and a body that did not arrive. */
import type { UnreadBody } from "../answer.ts"

/** The connection ended before the body did. Nobody is left to read the answer. */
export const interrupted: UnreadBody = { code: "body_interrupted", message: "The connection ended before the body did" }

/**
 * Gathers the pieces of one body, as far as `limit` bytes and the piece that goes beyond: an adapter stops reading there,
 * and the receiver refuses what it is handed, by its size.
 */
export const gatherBody = (limit: number) => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  return {
    /** Takes one piece, and says whether the next one is still wanted. */
    add: (piece: Uint8Array): boolean => {
      pieces.push(piece)
      size += piece.byteLength
      return size <= limit
    },
    bytes: (): Uint8Array => {
      const body = new Uint8Array(size)
      let offset = 0
      for (const piece of pieces) {
        body.set(piece, offset)
        offset += piece.byteLength
      }
      return body
    },
  }
}

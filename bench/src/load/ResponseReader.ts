/**
 * Reads HTTP/1.1 answers off one keep-alive connection that has one request under way at a time. It knows answers with a
 * Content-Length and nothing else, and says so when another comes.
 */

export interface Answer {
  readonly status: number
  readonly body: string
}

const endOfHead = "\r\n\r\n"

export class ResponseReader {
  private received: Buffer | null = null

  /** The answer, once its last byte has come. */
  push(chunk: Buffer): Answer | undefined {
    const bytes = this.received === null ? chunk : Buffer.concat([this.received, chunk])
    this.received = bytes
    const end = bytes.indexOf(endOfHead)
    if (end < 0) return undefined
    const head = bytes.toString("latin1", 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) throw new Error(`An answer without Content-Length: ${head}`)
    const start = end + endOfHead.length
    const total = start + Number(length)
    if (bytes.length < total) return undefined
    if (bytes.length > total) throw new Error("More came than one answer to one request")
    this.received = null
    return { status: Number(head.slice(9, 12)), body: bytes.toString("utf8", start, total) }
  }
}

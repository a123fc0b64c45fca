/**
 * The server's end of sql-pg's wire, with an in-process PGlite behind it instead of a socket: sql-pg sends the frames that
 * it would send to PostgreSQL, and PGlite's own bytes come back. So types, parameters, prepared statements and errors are
 * those of the real driver, because it is the real driver.
 *
 * PGlite is one session. Connections therefore take turns (the next one is greeted when the one before has closed), and
 * whatever the one before left behind, an open transaction above all, is undone first. Nothing is ever cancelled: a
 * statement runs inside one turn of the event loop, so nothing can be heard while it runs.
 */
import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"
import type { Notification } from "@effect/sql-pg/PgConnection"

/** What a listener is told. */
export interface ChannelListener {
  readonly onNotification: (notification: Notification) => void
  /** PGlite has failed for good; nothing else will come. */
  readonly onFailure: (failure: Error) => void
}

/**
 * PGlite answers within the same turn of the event loop, so a loop of statements would keep timers and sockets waiting
 * for ever. After this many the loop goes round once: about 1 ms of small statements, and too rarely to cost anything.
 */
const framesPerTurn = 8

const messageType = {
  terminate: "X".charCodeAt(0),
  readyForQuery: "Z".charCodeAt(0),
  notification: "A".charCodeAt(0),
}
/** Startup and cancel messages carry no type; they begin with the high byte of a small length. */
const untyped = 0
const cancelRequestCode = 80_877_102

/** AuthenticationOk, BackendKeyData (process 1, which nobody can cancel) and ReadyForQuery. */
const greeting = Buffer.from(["520000000800000000", "4b0000000c0000000100000000", "5a0000000549"].join(""), "hex")

export class PgliteServer {
  readonly #db: PGlite
  readonly #channels = new Map<string, Set<ChannelListener>>()
  #failure: Error | undefined
  #previous: Promise<void> = Promise.resolve()
  #frames = 0

  constructor(db: PGlite) {
    this.#db = db
  }

  /** A new connection: what sql-pg's `stream` option wants. */
  readonly connect = (): Duplex => new PgliteConnection(this)

  /** Tells a listener what arrives on a channel, once a session has said LISTEN. Returns how to end that. */
  subscribe(channel: string, listener: ChannelListener): () => void {
    const listeners = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Waits for the session's turn and makes it a fresh one. Resolves with what ends the turn. */
  async begin(): Promise<() => void> {
    const before = this.#previous
    let end = () => {}
    this.#previous = new Promise((resolve) => {
      end = resolve
    })
    await before
    try {
      if (this.#failure !== undefined) throw this.#failure
      await this.#db.exec("ROLLBACK")
      await this.#db.exec("DISCARD ALL")
      for (const channel of this.#channels.keys()) await this.#db.exec(`LISTEN ${quoteIdentifier(channel)}`)
    } catch (cause) {
      end()
      throw this.#fail(cause)
    }
    return end
  }

  /** Runs one frame, which sql-pg ends with a Sync, and answers all that PGlite sends up to its ReadyForQuery. */
  async execute(frame: Uint8Array): Promise<Uint8Array> {
    if (this.#failure !== undefined) throw this.#failure
    const chunks: Array<Buffer> = []
    try {
      await this.#db.execProtocolRawStream(frame, {
        // The bytes are a view of PGlite's memory, which the next statement overwrites.
        onRawData: (bytes) => chunks.push(Buffer.from(bytes)),
      })
    } catch (cause) {
      throw this.#fail(cause)
    }
    const [first] = chunks
    const answer = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
    if (!this.#deliver(answer)) throw this.#fail(new Error("it ended a statement without being ready for the next"))
    return answer
  }

  /** Lets the event loop go round, now and then. */
  async breathe(): Promise<void> {
    this.#frames += 1
    if (this.#frames % framesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve))
  }

  /** Hands out the notifications among PGlite's messages. False if none of them was ReadyForQuery. */
  #deliver(answer: Buffer): boolean {
    let ready = false
    for (let at = 0; at < answer.length; at += 1 + answer.readUInt32BE(at + 1)) {
      const type = answer[at]
      if (type === messageType.readyForQuery) ready = true
      if (type === messageType.notification) this.#notify(answer, at)
    }
    return ready
  }

  #notify(answer: Buffer, at: number): void {
    const channelAt = at + 9
    const channelEnd = answer.indexOf(0, channelAt)
    const channel = answer.toString("utf8", channelAt, channelEnd)
    const payload = answer.toString("utf8", channelEnd + 1, answer.indexOf(0, channelEnd + 1))
    for (const listener of this.#channels.get(channel) ?? []) {
      listener.onNotification({ processId: answer.readInt32BE(at + 5), channel, payload })
    }
  }

  #fail(cause: unknown): Error {
    if (this.#failure === undefined) {
      const why = cause instanceof Error ? cause.message : String(cause)
      this.#failure = new Error(`The embedded database has failed: ${why}. Restart the server.`, { cause })
      for (const listeners of this.#channels.values()) {
        for (const listener of listeners) listener.onFailure(this.#failure)
      }
    }
    return this.#failure
  }
}

/** An identifier as SQL wants it, whatever is in it. */
export const quoteIdentifier = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

class PgliteConnection extends Duplex {
  readonly #server: PgliteServer
  #end: (() => void) | undefined

  constructor(server: PgliteServer) {
    super()
    this.#server = server
  }

  override _read(): void {}

  override _write(frame: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#receive(frame).then(
      () => done(),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    )
  }

  override _final(done: (error?: Error | null) => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#end?.()
    done(error)
  }

  async #receive(frame: Buffer): Promise<void> {
    if (frame[0] === messageType.terminate) return
    if (frame[0] !== untyped) {
      this.push(await this.#server.execute(frame))
      return this.#server.breathe()
    }
    if (frame.readInt32BE(4) === cancelRequestCode) {
      this.destroy()
      return
    }
    this.#end = await this.#server.begin()
    if (this.destroyed) this.#end()
    else this.push(greeting)
  }
}

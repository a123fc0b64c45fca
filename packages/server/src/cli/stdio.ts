/** Standard input and output of the command. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { EXIT, endWith, type ExitWith } from "./exit.ts"

/** What a write fails with when whoever read the output has gone, as `head` does when it has seen enough. */
const goneCodes: ReadonlyArray<unknown> = ["EPIPE", "ERR_STREAM_DESTROYED", "EOF"]

/**
 * Writes to standard output, and resolves once it is written: true, or false when nobody reads it any more, which is no
 * failure but the end of the work. Rejects for any other reason, such as a full disk.
 */
export const write = (text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error === null || error === undefined) resolve(true)
      else if ("code" in error && goneCodes.includes(error.code)) resolve(false)
      else reject(error)
    })
  })

/** A failed write tells its own callback; without a listener the stream would end the process with a stack trace besides. */
export const tellFailuresToCallbacks = (): void => {
  process.stdout.on("error", () => {})
  process.stderr.on("error", () => {})
}

/** Standard input or output does not work. */
class StdioFailure extends Data.Class<{ readonly message: string }> {}

/** What the operating system refuses is said in a sentence. Any other failure is a mistake of ours, and stays what it is. */
const orFailure = (cause: unknown): StdioFailure => {
  if (cause instanceof Error && "syscall" in cause) return new StdioFailure({ message: cause.message })
  throw cause
}

/** Work with standard input or output, whose failure ends the process. */
export const withStdio = <A>(work: () => Promise<A>): Effect.Effect<A, ExitWith> =>
  Effect.promise(() => work().catch(orFailure)).pipe(
    Effect.flatMap((done) =>
      done instanceof StdioFailure
        ? endWith(EXIT.failure, `standard input or output failed: ${done.message}`)
        : Effect.succeed(done),
    ),
  )

/** Writes to standard output. */
export const say = (text: string): Effect.Effect<void, ExitWith> => Effect.asVoid(withStdio(() => write(text)))

/** The most that is read at once, in bytes: as large as the pictures that can be searched, and far larger than any value. */
const MAX_BYTES = 64 * 1024 * 1024

const readAll = async (): Promise<Uint8Array | null> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of process.stdin) {
    // Safe: nothing has given standard input an encoding.
    const bytes = chunk as Uint8Array
    size += bytes.length
    if (size > MAX_BYTES) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

const decoded = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** All of standard input. */
export const readBytes: Effect.Effect<Uint8Array, ExitWith> = withStdio(readAll).pipe(
  Effect.flatMap((bytes) =>
    bytes === null ? endWith(EXIT.usage, `standard input has more than ${MAX_BYTES} bytes`) : Effect.succeed(bytes),
  ),
)

/** A value given on standard input, without the line end that a shell or an editor puts behind it. */
export const readValue: Effect.Effect<string, ExitWith> = readBytes.pipe(
  Effect.flatMap((bytes) => {
    const text = decoded(bytes)
    return text === null
      ? endWith(EXIT.usage, "standard input is not UTF-8")
      : Effect.succeed(text.replace(/\r?\n$/u, ""))
  }),
)

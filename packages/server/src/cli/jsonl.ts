/**
 * `pesoreal check --jsonl`: a line of JSON in, a line of JSON out, in order.
 *
 * It holds one chunk of input and one line at a time, so that its memory does not grow with the number of lines. No line makes
 * it stop: one that cannot be checked gets an answer that says why.
 */
import { reasonOf } from "./exit.ts"
import { type Kind, kindOf, kinds } from "./kinds.ts"
import { jsonOf, type Verdict } from "./verdict.ts"

/** The longest line that is read, in bytes. Longer ones are answered, and never held. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Answers that are written at once, in UTF-16 units. */
const BATCH_LENGTH = 64 * 1024

const NEWLINE = 0x0a

/** Cuts a stream of bytes into lines. A line that is too long comes out as null. */
class Lines {
  #held: Array<Uint8Array> = []
  #size = 0

  #hold(bytes: Uint8Array): void {
    this.#size += bytes.length
    if (this.#size > MAX_LINE_BYTES) this.#held = []
    else this.#held.push(bytes)
  }

  #release(): Uint8Array | null {
    const line =
      this.#size > MAX_LINE_BYTES ? null : this.#held.length === 1 ? this.#held[0] : Buffer.concat(this.#held)
    this.#held = []
    this.#size = 0
    return line ?? null
  }

  /** The lines that end in this chunk. */
  *take(chunk: Uint8Array): Generator<Uint8Array | null> {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk.subarray(start, end))
      yield this.#release()
      start = end + 1
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start))
  }

  /** The last line, where the input does not end with a line end. */
  *rest(): Generator<Uint8Array | null> {
    if (this.#size > 0) yield this.#release()
  }
}

/** A line that asks for a check. */
interface Question {
  readonly kind: Kind
  /** The kind as the line names it. */
  readonly name: string
  readonly input: string
}

/** A line that cannot be checked, and its answer's fields. */
interface Unreadable {
  readonly code: "invalid_line" | "unknown_kind" | "internal_error"
  readonly path: "" | "kind" | "input"
  readonly message: string
  readonly name: string | null
  readonly input: string | null
}

const example = `{"kind":"cpf","input":"39053344705"}`

const invalid = (message: string): Unreadable => ({ code: "invalid_line", path: "", message, name: null, input: null })

const decoder = new TextDecoder("utf-8", { fatal: true })

const decoded = (bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textAt = (value: object, name: "kind" | "input"): string | null => {
  const found: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : null
  return typeof found === "string" ? found : null
}

/** What a line asks for; undefined where it is blank. */
const read = (bytes: Uint8Array | null): Question | Unreadable | undefined => {
  if (bytes === null) return invalid(`is longer than ${MAX_LINE_BYTES} bytes`)
  const text = decoded(bytes)
  if (text === null) return invalid("is not UTF-8")
  if (text.trim() === "") return undefined
  const value = parsedJson(text)
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return invalid(`must be a JSON object such as ${example}`)
  }
  const name = textAt(value, "kind")
  const input = textAt(value, "input")
  if (name === null || input === null) {
    const path = name === null ? "kind" : "input"
    return { code: "invalid_line", path, message: `must have a text ${path}, as in ${example}`, name, input }
  }
  const kind = kindOf(name)
  if (kind !== undefined) return { kind, name, input }
  const message = `must be one of ${kinds.map((known) => known.name).join(", ")}`
  return { code: "unknown_kind", path: "kind", message, name, input }
}

/** The line's answer as JSON, or why the check of it failed, which is a mistake of ours and no reason to stop. */
const checked = ({ name, input }: Question, check: (input: string) => Verdict): string | Unreadable => {
  try {
    return jsonOf(name, input, check(input))
  } catch (cause) {
    return { code: "internal_error", path: "", message: `could not be checked: ${reasonOf(cause)}`, name, input }
  }
}

const answerTo = ({ code, path, message, name, input }: Unreadable, line: number): string =>
  JSON.stringify({ kind: name, input, valid: false, errors: [{ code, path, message }], warnings: [], line })

/** How a run of {@link checkLines} went. */
export interface Tally {
  /** Lines that were answered. */
  readonly answered: number
  /** Those of them that could not be checked. */
  readonly unreadable: number
}

/**
 * Answers every line of the input that is not blank, until the input ends or nobody reads the answers any more.
 *
 * `write` gets whole lines, several at once, and answers false when there is nobody to write to.
 */
export const checkLines = async (
  input: AsyncIterable<Uint8Array>,
  write: (text: string) => Promise<boolean>,
): Promise<Tally> => {
  const checks = new Map<Kind, (input: string) => Verdict>()
  const checkOf = (kind: Kind): ((input: string) => Verdict) | Promise<(input: string) => Verdict> =>
    checks.get(kind) ??
    kind.load().then((check) => {
      checks.set(kind, check)
      return check
    })
  const lines = new Lines()
  const tally = { answered: 0, unreadable: 0 }
  let line = 0
  let batch = ""

  /** False when nobody reads. */
  const answer = async (found: Iterable<Uint8Array | null>): Promise<boolean> => {
    for (const bytes of found) {
      line++
      const asked = read(bytes)
      if (asked === undefined) continue
      tally.answered++
      const said = "code" in asked ? asked : checked(asked, await checkOf(asked.kind))
      if (typeof said !== "string") tally.unreadable++
      batch += `${typeof said === "string" ? said : answerTo(said, line)}\n`
      if (batch.length >= BATCH_LENGTH && !(await flush())) return false
    }
    return batch === "" || (await flush())
  }
  const flush = (): Promise<boolean> => {
    const text = batch
    batch = ""
    return write(text)
  }

  for await (const chunk of input) {
    // Leaving the loop closes the input.
    if (!(await answer(lines.take(chunk)))) return tally
  }
  await answer(lines.rest())
  return tally
}

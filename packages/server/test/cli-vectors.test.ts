/**
 * The published values of `packages/core/test/vectors/domain.json`, through the real process `pesoreal check --jsonl`: each
 * gets its published verdict and its parts.
 *
 * Rows marked `strictOnly` or `warningOnly` are opinions of a library that published them: here they are warnings at most.
 */
import { readFileSync } from "node:fs"
import { assert, beforeAll, describe, it } from "vitest"
import { kindOf, kinds } from "../src/cli/kinds.ts"
import { runCommand } from "./cliProcess.ts"

interface Vector {
  readonly kind: string
  readonly input: string
  readonly valid: boolean
  readonly decodable?: boolean
  readonly acceptable?: boolean
  readonly expected?: Readonly<Record<string, unknown>>
  readonly strictOnly?: boolean
  readonly warningOnly?: boolean
  readonly source: string
  readonly reason?: string
}

interface Answer {
  readonly kind: string
  readonly input: string
  readonly valid: boolean
  readonly decodable?: boolean
  readonly acceptable?: boolean
  readonly parts?: Readonly<Record<string, unknown>>
  readonly errors: ReadonlyArray<{ readonly code: string; readonly path: string; readonly message: string }>
  readonly warnings: ReadonlyArray<{ readonly code: string; readonly path: string; readonly message: string }>
}

const url = new URL("../../core/test/vectors/domain.json", import.meta.url)
// Safe: the file is ours, and a row of another shape fails where it is compared.
const all = JSON.parse(readFileSync(url, "utf8")) as ReadonlyArray<Vector>
const vectors = all.filter(({ kind }) => kindOf(kind) !== undefined)

describe("the published vectors, through pesoreal check --jsonl", () => {
  let answers: ReadonlyArray<Answer> = []
  beforeAll(async () => {
    const questions = vectors.map(({ kind, input }) => JSON.stringify({ kind, input }))
    const { code, stdout, stderr } = await runCommand(["check", "--jsonl"], `${questions.join("\n")}\n`)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" })
    const lines = stdout.trimEnd().split("\n")
    assert.lengthOf(lines, vectors.length)
    answers = lines.map((line) => JSON.parse(line) as Answer) // Safe: what differs fails where it is compared.
  })

  it("are of every kind that has any", () => {
    const named = new Set(vectors.map(({ kind }) => kindOf(kind)?.name))
    assert.sameMembers(
      [...named],
      kinds.map(({ name }) => name).filter((name) => name !== "phone"),
    )
  })

  it.each(vectors.map((vector, index) => ({ ...vector, index })))("$kind $input", ({ index, ...vector }) => {
    const answer = answers[index]
    assert.isDefined(answer)
    assert.deepInclude(answer, { kind: vector.kind, input: vector.input })
    const said = JSON.stringify({ answer, reason: vector.reason, source: vector.source }, null, 2)
    const isOpinion = vector.strictOnly === true || vector.warningOnly === true
    assert.strictEqual(answer?.valid, isOpinion || vector.valid, said)
    if (isOpinion) assert.isNotEmpty(answer?.warnings, said)
    if (vector.decodable !== undefined) assert.strictEqual(answer?.decodable, vector.decodable, said)
    if (vector.acceptable !== undefined) assert.strictEqual(answer?.acceptable, vector.acceptable, said)
    for (const [name, part] of Object.entries(vector.expected ?? {})) {
      assert.deepEqual(answer?.parts?.[name], part, `${name}: ${said}`)
    }
  })

  it("have an error for everything refused, or, if it is a BR Code, a warning at least", () => {
    for (const { valid, acceptable, errors, warnings } of answers) {
      if (valid) assert.isEmpty(errors)
      else assert.isNotEmpty(acceptable === true ? warnings : errors)
      for (const { code, path, message } of [...errors, ...warnings]) {
        assert.match(code, /^[a-z0-9_]+$/u)
        assert.isString(path)
        assert.isNotEmpty(message)
      }
    }
  })
})

/** The machinery of `check --jsonl`: how bytes become lines and lines become answers, whatever the bytes are. */
import fc from "fast-check"
import { assert, describe, it, vi } from "vitest"
import { kindOf } from "./kinds.ts"
import { checkLines, MAX_LINE_BYTES, type Tally } from "./jsonl.ts"

interface Run extends Tally {
  readonly answers: ReadonlyArray<Record<string, unknown>>
  readonly writes: ReadonlyArray<string>
}

const run = async (
  chunks: Iterable<string | Uint8Array>,
  readers: (text: string) => boolean = () => true,
): Promise<Run> => {
  const writes: Array<string> = []
  const bytes = async function* () {
    for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk
  }
  const tally = await checkLines(bytes(), (text) => {
    writes.push(text)
    return Promise.resolve(readers(text))
  })
  const lines = writes.join("").split("\n")
  assert.strictEqual(lines.pop(), "")
  // Safe: what is no object fails where its fields are compared.
  return { ...tally, writes, answers: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const question = (kind: string, input: string): string => `${JSON.stringify({ kind, input })}\n`

const codesOf = ({ errors }: Record<string, unknown>): unknown =>
  Array.isArray(errors) ? errors.map((error: { code?: unknown }) => error.code) : errors

describe("lines of questions", () => {
  it("are answered one by one, in order, with the question in the answer", async () => {
    const { answers, answered, unreadable } = await run([
      question("clabe", "646180110400000007"),
      question("cpf", "39053344706"),
    ])
    assert.deepEqual([answered, unreadable], [2, 0])
    assert.deepEqual(
      answers.map(({ kind, input, valid }) => ({ kind, input, valid })),
      [
        { kind: "clabe", input: "646180110400000007", valid: true },
        { kind: "cpf", input: "39053344706", valid: false },
      ],
    )
    assert.deepInclude(answers[0], { errors: [] })
    assert.deepEqual(codesOf(answers[1] ?? {}), ["check_digits"])
  })

  it("may have other fields, carriage returns, and no line end at the end; blank lines are skipped", async () => {
    const { answers, answered } = await run([
      '\uFEFF{"id":7,"kind":"cpf","input":"39053344705"}\r\n\n \t\r\n{"input":"39053344705","kind":"cpf"}',
    ])
    assert.strictEqual(answered, 2)
    assert.deepEqual(answers[0], answers[1])
  })

  it("are the same lines however the bytes are cut", async () => {
    const text = `${question("cpf", "39053344705")}${question("cpf", "João é 👀")}nonsense\n${question("cnpj", "\ud800\u0000")}{"kind":"cpf"}`
    const bytes = new TextEncoder().encode(text)
    const { answers } = await run([bytes])
    assert.lengthOf(answers, 5)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
        const chunks = ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end))
        assert.deepEqual((await run(chunks)).answers, answers)
      }),
    )
  })

  it("that cannot be checked get an answer that says what would be right, and stop nothing", async () => {
    const lines = [
      "nonsense",
      "null",
      "[]",
      '"cpf"',
      "[".repeat(100_000),
      '{"kind":"cpf"}',
      '{"kind":"cpf","input":39053344705}',
      '{"input":"39053344705"}',
      '{"__proto__":{"kind":"cpf","input":"1"}}',
      '{"kind":"CPF","input":"39053344705"}',
      '{"kind":"constructor","input":""}',
    ]
    const { answers, answered, unreadable } = await run([`${lines.join("\n")}\n${question("cpf", "39053344705")}`])
    assert.deepEqual([answered, unreadable], [lines.length + 1, lines.length])
    assert.deepInclude(answers.at(-1), { valid: true })
    const wrong = answers.slice(0, -1)
    assert.deepEqual(wrong.map(codesOf), [
      ...Array.from({ length: 9 }, () => ["invalid_line"]),
      ["unknown_kind"],
      ["unknown_kind"],
    ])
    assert.deepEqual(
      wrong.map(({ line }) => line),
      lines.map((_, index) => index + 1),
    )
    assert.deepEqual(wrong[9], {
      kind: "CPF",
      input: "39053344705",
      valid: false,
      errors: [
        {
          code: "unknown_kind",
          path: "kind",
          message: "must be one of brcode, clabe, cpf, cnpj, rfc, curp, pixkey, phone, e2eid",
        },
      ],
      warnings: [],
      line: 10,
    })
    assert.include(JSON.stringify(wrong[6]), "must have a text input")
  })

  it("of bytes that are not UTF-8 are answered too, and do not spoil the next", async () => {
    const { answers } = await run([Uint8Array.of(0xff, 0xfe, 0x0a), question("cpf", "39053344705")])
    assert.deepEqual(answers.map(codesOf), [["invalid_line"], []])
  })

  it(
    "of many megabytes are answered, and longer ones than are read are counted as one",
    { timeout: 60_000 },
    async () => {
      const ten = "9".repeat(10_000_000)
      const { answers } = await run([question("cpf", ten), question("clabe", ten)])
      assert.deepEqual(
        answers.map(({ input, valid }) => [input === ten, valid]),
        [
          [true, false],
          [true, false],
        ],
      )
      const megabyte = new Uint8Array(1_000_000).fill(0x20)
      const endless = Array<Uint8Array>(Math.ceil(MAX_LINE_BYTES / megabyte.length) + 3).fill(megabyte)
      const { answers: after } = await run([...endless, "\n", question("cpf", "39053344705")])
      assert.deepEqual(after.map(codesOf), [["invalid_line"], []])
    },
  )

  it("whose check fails by a mistake of ours get an answer all the same", async () => {
    const cpf = kindOf("cpf")
    if (cpf === undefined) assert.fail("There is no kind cpf")
    const load = vi.spyOn(cpf, "load").mockResolvedValue(() => {
      throw new RangeError("out of range")
    })
    const { answers, unreadable } = await run([question("cpf", "1"), question("clabe", "646180110400000007")])
    load.mockRestore()
    assert.strictEqual(unreadable, 1)
    assert.deepEqual(answers.map(codesOf), [["internal_error"], []])
    assert.include(JSON.stringify(answers[0]), "out of range")
  })

  it("are no longer read when nobody reads the answers", async () => {
    let read = 0
    const endless = function* () {
      for (;;) {
        read++
        yield question("cpf", "39053344705")
      }
    }
    const { answered } = await run(endless(), () => read < 10)
    assert.deepEqual([answered, read], [10, 10])
  })

  it("are written as they come, and many at once where many are there", async () => {
    const { writes } = await run([question("cpf", "1"), question("cpf", "1").repeat(2000)])
    assert.strictEqual(writes[0]?.split("\n").length, 2)
    assert.isBelow(writes.length, 10)
    for (const text of writes) assert.isTrue(text.endsWith("\n"))
  })

  it("never stop it, whatever is in them", async () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc
        .record({ kind: fc.constantFrom("cpf", "clabe", "cnpj", "x"), input: fc.string({ unit: "binary" }) })
        .map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        const kept = lines.map((text) => text.replaceAll("\n", " "))
        const { answers } = await run([kept.join("\n")])
        assert.lengthOf(answers, kept.filter((text) => text.trim() !== "").length)
      }),
    )
  })
})

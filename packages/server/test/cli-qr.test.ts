/** `pesoreal qr` as whoever types it meets it: codes written, drawn, and read back out of their pictures. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { qrPng, qrPngDataUrl, qrSvg, qrTerminal } from "../src/qr/qrImage.ts"
import { runCommand } from "./cliProcess.ts"

const directory = mkdtempSync(join(tmpdir(), "pesoreal-qr-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const merchant = ["--name", "Padaria São João", "--city", "Brasília"]
const key = ["--key", "padaria@example.com"]
const code =
  "00020101021126410014br.gov.bcb.pix0119padaria@example.com520400005303986540512.505802BR5916Padaria Sao Joao6008Brasilia62120508PEDIDO426304DCB3"
const written = ["qr", "encode", ...key, ...merchant, "--amount", "12.50", "--txid", "PEDIDO42"]

/** What `--json` says of a code. */
interface Answer {
  readonly valid: boolean
  readonly input: string
  readonly parts: Readonly<Record<string, string>>
}

// Safe: what is of another shape fails where it is compared.
const answerOf = (stdout: string): Answer => JSON.parse(stdout) as Answer

describe("pesoreal qr", { concurrent: true, timeout: 60_000 }, () => {
  it("prints a static code for a key, and its picture to a file, and reads both", async () => {
    const path = join(directory, "static.png")
    const { code: exit, stdout, stderr } = await runCommand([...written, "--png", path])
    assert.deepEqual({ exit, stdout, stderr }, { exit: 0, stdout: `${code}\n`, stderr: "" })
    assert.deepEqual(new Uint8Array(readFileSync(path)), qrPng(code))
    const reads = await Promise.all([
      runCommand(["qr", "decode", code, "--json"]),
      runCommand(["qr", "decode", "--image", path, "--json"]),
      runCommand(["qr", "decode", "-", "--json"], stdout),
      runCommand(["qr", "decode", "--image", "-", "--json"], readFileSync(path)),
      runCommand(["check", "brcode", code, "--json"]),
    ])
    for (const read of reads) assert.deepEqual(read, { code: 0, stdout: reads[0].stdout, stderr: "" })
    assert.deepInclude(answerOf(reads[0].stdout).parts, {
      type: "static",
      pixKey: "padaria@example.com",
      amount: "12.50",
      merchantName: "Padaria Sao Joao",
      txid: "PEDIDO42",
    })
  })

  it("prints a dynamic code for a url, and a code with every field", async () => {
    const url = "pix.example.com/qr/v2/9d36b84f"
    const dynamic = await runCommand(["qr", "encode", "--url", url, ...merchant])
    const every = await runCommand([...written, "--info", "Pão de queijo", "--postal-code", "70074900"])
    const [one, other] = await Promise.all(
      [dynamic, every].map(({ stdout }) => runCommand(["qr", "decode", stdout.trimEnd(), "--json"])),
    )
    assert.deepInclude(answerOf(one?.stdout ?? "").parts, { type: "dynamic", url, txid: "***" })
    assert.deepInclude(answerOf(other?.stdout ?? "").parts, { info: "Pao de queijo", postalCode: "70074900" })
  })

  it("prints the picture, in three forms", async () => {
    const [url, svg, terminal] = await Promise.all(
      ["--data-url", "--svg", "--terminal"].map((form) => runCommand([...written, form])),
    )
    assert.strictEqual(url?.stdout, `${qrPngDataUrl(code)}\n`)
    assert.strictEqual(svg?.stdout, qrSvg(code))
    assert.strictEqual(terminal?.stdout, `${qrTerminal(code)}${code}\n`)
  })

  it("says for which flags no valid code is written, and exits 1", async () => {
    const {
      code: exit,
      stdout,
      stderr,
    } = await runCommand([
      "qr",
      "encode",
      ...key,
      "--name",
      "A name of more than 25 characters",
      "--city",
      "Brasília",
      "--txid",
      "a-b",
    ])
    assert.deepEqual({ exit, stdout }, { exit: 1, stdout: "" })
    assert.match(stderr, /^pesoreal qr encode: --name: .* \(length\)\npesoreal qr encode: --txid: .* \(txid\)\n$/u)
    const amount = await runCommand(["qr", "encode", ...key, ...merchant, "--amount", "12,50"])
    assert.strictEqual(amount.code, 1)
    assert.match(amount.stderr, /^pesoreal qr encode: --amount: [^\n]+ \(grouping\)\n$/u)
  })

  it.each([
    ["qr", "encode", ...merchant],
    ["qr", "encode", ...merchant, ...key, "--url", "pix.example.com/a/b"],
    ["qr", "encode", ...merchant, "--url", "pix.example.com/a/b", "--info", "x"],
    ["qr", "encode", ...key, "--name", "A"],
    [...written, "--svg", "--terminal"],
    ["qr", "decode"],
    ["qr", "decode", code, "--image", "a.png"],
  ])("is used wrongly by %s %s %s…", async (...args) => {
    const { code: exit, stdout, stderr } = await runCommand(args)
    assert.deepEqual({ exit, stdout }, { exit: 2, stdout: "" })
    assert.match(stderr, /^pesoreal qr \w+: [^\n]+\nSee pesoreal qr \w+ --help\.\n$/u)
  })

  it("says why there is no code in a picture, and exits 2", async () => {
    const text = join(directory, "text.png")
    writeFileSync(text, "no picture")
    for (const path of [text, join(directory, "none.png"), directory]) {
      const { code: exit, stdout, stderr } = await runCommand(["qr", "decode", "--image", path])
      assert.deepEqual({ exit, stdout }, { exit: 2, stdout: "" })
      assert.match(stderr, /^pesoreal: [^\n]+\n$/u)
      assert.include(stderr, path)
    }
  })

  it("judges whatever text is in a picture", async () => {
    const path = join(directory, "other.png")
    writeFileSync(path, qrPng("https://example.com"))
    const { code: exit, stdout } = await runCommand(["qr", "decode", "--image", path, "--json"])
    assert.strictEqual(exit, 1)
    assert.deepInclude(answerOf(stdout), { valid: false, input: "https://example.com" })
  })

  it("says why a picture cannot be written", async () => {
    const { code: exit, stderr } = await runCommand([...written, "--png", join(directory, "none", "a.png")])
    assert.strictEqual(exit, 3)
    assert.match(stderr, /^pesoreal: \S+a\.png cannot be written: ENOENT[^\n]+\n$/u)
  })
})

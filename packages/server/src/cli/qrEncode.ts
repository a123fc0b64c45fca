/** `pesoreal qr encode`: a Pix code out of what it should say, as text or as a picture. */
import { writeFile } from "node:fs/promises"
import type { Parsed } from "@pesoreal/core/Parsed"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { EXIT, ExitWith, endWith, reasonOf } from "./exit.ts"
import { say } from "./stdio.ts"
import { lines, misused, switchFlag } from "./usage.ts"
import { visible } from "./visible.ts"

/** The flag that gives each field of a code, by the field's tag. */
const flagsByPath: Readonly<Record<string, string>> = {
  // The template that the key and the info, or the url, have to fit in.
  "26": "--key and --info, or --url",
  "26.01": "--key",
  "26.02": "--info",
  "26.25": "--url",
  "54": "--amount",
  "59": "--name",
  "60": "--city",
  "61": "--postal-code",
  "62.05": "--txid",
}

/** The value that was accepted. Otherwise every reason is said, with the flag at fault, and the command ends. */
const accepted = <A>(parsed: Parsed<A, string, string>, flag?: string): Effect.Effect<A, ExitWith> => {
  if (parsed.ok) return Effect.succeed(parsed.value)
  const sentences = parsed.errors.map(({ reason, path, message }) =>
    visible(`pesoreal qr encode: ${flag ?? flagsByPath[path ?? ""] ?? path ?? "the code"}: ${message} (${reason})`),
  )
  return Effect.andThen(Console.error(sentences.join("\n")), new ExitWith({ code: EXIT.invalid }))
}

const text = (name: string, metavar: string, description: string): Flag.Flag<string> =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description))

const fields = {
  key: text("key", "key", "The Pix key of whom to pay, for a static code").pipe(Flag.optional),
  url: text("url", "url", "Where the charge is to be had, without https://, for a dynamic code").pipe(Flag.optional),
  name: text("name", "text", "The merchant's name, 1 to 25 characters; accents come off"),
  city: text("city", "text", "The merchant's city, 1 to 15 characters; accents come off"),
  amount: text("amount", "reais", "What to pay, as 10 or 10.50; without it the payer chooses").pipe(Flag.optional),
  txid: text("txid", "id", "The receiver's reference, 1 to 25 letters and digits; *** without it").pipe(Flag.optional),
  info: text("info", "text", "A text for the payer, beside a key").pipe(Flag.optional),
  postalCode: text("postal-code", "code", "1 to 10 characters").pipe(Flag.optional),
}

const pictures = {
  png: text("png", "file.png", "Write the picture to this file, besides printing the code").pipe(Flag.optional),
  dataUrl: switchFlag("data-url", "Print the picture as a data:image/png;base64 URL, and not the code"),
  svg: switchFlag("svg", "Print the picture as SVG, and not the code"),
  terminal: switchFlag("terminal", "Print the picture in characters, and then the code"),
}

type Input<Flags> = { readonly [Name in keyof Flags]: Flags[Name] extends Flag.Flag<infer A> ? A : never }

const writeCode = Effect.fnUntraced(function* ({ key, url, info, amount, ...input }: Input<typeof fields>) {
  const [BrCode, Brl, PixKey] = yield* Effect.promise(() =>
    Promise.all([
      import("@pesoreal/core/emv/BrCode"),
      import("@pesoreal/core/money/Brl"),
      import("@pesoreal/core/accounts/PixKey"),
    ]),
  )
  const options = {
    merchantName: input.name,
    merchantCity: input.city,
    amountCentavos: Option.isSome(amount) ? yield* accepted(Brl.parse(amount.value), "--amount") : null,
    txid: Option.getOrNull(input.txid),
    postalCode: Option.getOrNull(input.postalCode),
  }
  if (Option.isSome(key) && Option.isNone(url)) {
    const { text: known } = yield* accepted(PixKey.parse(key.value), "--key")
    return yield* accepted(BrCode.encodeStatic({ ...options, key: known, info: Option.getOrNull(info) }))
  }
  if (Option.isSome(url) && Option.isNone(key)) {
    if (Option.isSome(info)) return yield* misused("pesoreal qr encode", "--info goes with --key only")
    return yield* accepted(BrCode.encodeDynamic({ ...options, url: url.value }))
  }
  return yield* misused("pesoreal qr encode", "Give either --key or --url")
})

/** What goes to standard output. */
const shown = async (code: string, { dataUrl, svg, terminal }: Input<typeof pictures>): Promise<string> => {
  if (!dataUrl && !svg && !terminal) return `${code}\n`
  const { qrPngDataUrl, qrSvg, qrTerminal } = await import("../qr/qrImage.ts")
  if (dataUrl) return `${qrPngDataUrl(code)}\n`
  return svg ? qrSvg(code) : `${qrTerminal(code)}${code}\n`
}

const save = (code: string, path: string): Effect.Effect<void, ExitWith> =>
  Effect.tryPromise({
    try: async () => writeFile(path, (await import("../qr/qrImage.ts")).qrPng(code)),
    catch: reasonOf,
  }).pipe(Effect.catch((reason) => endWith(EXIT.failure, `${path} cannot be written: ${reason}`)))

export const encode = Command.make(
  "encode",
  { fields, pictures },
  Effect.fnUntraced(function* ({ fields: input, pictures: wanted }) {
    if ([wanted.dataUrl, wanted.svg, wanted.terminal].filter((isWanted) => isWanted).length > 1) {
      return yield* misused("pesoreal qr encode", "Give one of --data-url, --svg and --terminal")
    }
    const code = yield* writeCode(input)
    if (Option.isSome(wanted.png)) yield* save(code, wanted.png.value)
    yield* say(yield* Effect.promise(() => shown(code, wanted)))
  }),
).pipe(
  Command.withDescription(
    lines(
      "Write a Pix code (BR Code) and print it: a static one for a key, or a dynamic one for the url of a charge.",
      "A code that would not be valid at the strict level is not written; the command says why, and exits 1.",
    ),
  ),
  Command.withShortDescription("Write a Pix code, and draw it"),
  Command.withExamples([
    {
      command:
        "pesoreal qr encode --key pix@bcb.gov.br --name 'Fulano de Tal' --city Brasília --amount 10.50 --terminal",
    },
  ]),
)

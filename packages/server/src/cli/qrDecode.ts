/** `pesoreal qr decode`: what a payment code says, read from its text or out of a picture of it. */
import { readFile } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { checkValue } from "./check.ts"
import { EXIT, endWith, reasonOf } from "./exit.ts"
import { brcode } from "./kinds.ts"
import { readBytes, readValue } from "./stdio.ts"
import { misused, switchFlag } from "./usage.ts"

/** The text of the code in a PNG file, or in the picture on standard input. */
const readImage = Effect.fnUntraced(function* (path: string) {
  const file =
    path === "-"
      ? yield* readBytes
      : yield* Effect.tryPromise({ try: () => readFile(path), catch: reasonOf }).pipe(
          Effect.catch((reason) => endWith(EXIT.usage, `${path} cannot be read: ${reason}`)),
        )
  const { readQrPng } = yield* Effect.promise(() => import("../qr/readQr.ts"))
  const read = readQrPng(file)
  return read.ok
    ? read.value
    : yield* endWith(EXIT.usage, `${path === "-" ? "the picture" : path} ${read.errors[0].message}`)
})

export const decode = Command.make(
  "decode",
  {
    code: Argument.String("code").pipe(
      Argument.withDescription("The text of the code; - reads it from standard input"),
      Argument.optional,
    ),
    image: Flag.String("image").pipe(
      Flag.withMetavar("file.png"),
      Flag.withDescription("Read the code out of a picture; - reads the picture from standard input"),
      Flag.optional,
    ),
    json: switchFlag("json", "Print one line of JSON"),
  },
  Effect.fnUntraced(function* ({ code, image, json }) {
    if (Option.isSome(code) === Option.isSome(image)) {
      return yield* misused("pesoreal qr decode", "Give either the text of a code or --image")
    }
    if (Option.isSome(image)) return yield* checkValue(brcode, yield* readImage(image.value), json)
    const text = Option.getOrElse(code, () => "")
    return yield* checkValue(brcode, text === "-" ? yield* readValue : text, json)
  }),
).pipe(
  Command.withDescription("Check a Pix code, as `pesoreal check brcode` does, from its text or from a picture of it."),
  Command.withShortDescription("Read a Pix code, from its text or from a picture"),
)

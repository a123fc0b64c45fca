/** The command `pesoreal` and its parts. */
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { check } from "./check.ts"
import { decode } from "./qrDecode.ts"
import { encode } from "./qrEncode.ts"
import { lines } from "./usage.ts"

/** The service is a main program of its own: it minds signals and exit codes as `npm start` does. */
const serve = Command.make("serve", {}, () =>
  Effect.promise(() => import("../startup/launch.ts")).pipe(Effect.map(({ runService }) => runService())),
).pipe(
  Command.withDescription(
    lines(
      "Start the service: the HTTP API, the sandbox and the webhooks. Its settings are environment variables; without any",
      "it is a sandbox on port 3000, with a database of its own in a directory. Ctrl-C or SIGTERM stops it, and loses",
      "nothing. https://github.com/pesoreal/pesoreal/blob/main/docs/configuration.md explains every setting.",
    ),
  ),
  Command.withShortDescription("Start the service"),
)

const qr = Command.make("qr").pipe(
  Command.withSubcommands([encode, decode]),
  Command.withDescription("Read and write the codes of Pix, and their pictures."),
)

export const pesoreal = Command.make("pesoreal").pipe(
  Command.withSubcommands([serve, check, qr]),
  Command.withDescription("Payments by SPEI, store counters and PIX: the service, and the checks of its domain."),
)

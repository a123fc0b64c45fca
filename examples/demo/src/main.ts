/** `npm run demo`: starts everything, walks one payment after the other, and leaves nothing behind, however it ends. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect } from "effect"
import { demo } from "./demo.ts"
import { DemoFailed, sentenceOf } from "./failure.ts"

const main = demo.pipe(
  Effect.provide(NodeServices.layer),
  // The shell's prompt gets a line of its own.
  Effect.onInterrupt(() => Console.log("")),
  Effect.catchCauseIf(
    (cause) => !Cause.hasInterruptsOnly(cause),
    (cause) => {
      const message = `The demo failed: ${sentenceOf(cause)}`
      return Effect.andThen(Console.error(`\n${message}`), new DemoFailed({ message }))
    },
  ),
)

// Nobody looks any more, because the terminal was closed or the pipe was: as good as Ctrl-C.
const leave = () => process.kill(process.pid, "SIGTERM")
process.once("SIGHUP", leave)
process.stdout.once("error", leave)
process.stdout.on("error", () => {})

NodeRuntime.runMain(main, { disableErrorReporting: true })

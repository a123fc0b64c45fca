/** Why the service did not start, in one sentence that says what to do. */
import { Cause, Config, Effect, Option, SchemaIssue } from "effect"
import { HttpServerError } from "effect/http"
import type { ServerSettings } from "../config.ts"

const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

const listenSentence = (cause: unknown, { host, port }: Pick<ServerSettings, "host" | "port">): string => {
  switch (codeOf(cause)) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another program. Stop it, or choose another port with PORT; 0 takes a free one.`
    case "EACCES":
      return `Listening on port ${port} is not permitted to this user. Choose a port over 1023 with PORT.`
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is no address of this machine. Set PESOREAL_HOST to one that is, e.g. 127.0.0.1.`
    default:
      return `The service cannot listen on ${host}:${port}: ${cause instanceof Error ? cause.message : String(cause)}.`
  }
}

/** Null where it is no failure that the service foresaw: then the whole cause is worth printing. */
export const sentenceOf = (
  cause: Cause.Cause<unknown>,
  settings: Pick<ServerSettings, "host" | "port">,
): string | null => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure instanceof HttpServerError.ServeError) return listenSentence(failure.cause, settings)
  if (typeof failure !== "object" || failure === null || !("message" in failure)) return null
  return typeof failure.message === "string" && failure.message !== "" ? failure.message : null
}

const configurationUrl = "https://github.com/pesoreal/pesoreal/blob/main/docs/configuration.md"
const issues = SchemaIssue.makeFormatterStandardSchemaV1()
/** A value that is longer is not shown whole. */
const shownCharacters = 60

/** A bad setting: which one, what it is, and what would be right. Reads the setting again, because the error does not tell. */
export const settingSentence = Effect.fnUntraced(function* ({ cause }: Config.ConfigError) {
  const issue = cause._tag === "SchemaError" ? issues(cause.issue).issues[0] : undefined
  const name = issue?.path?.map(String).join("_") ?? ""
  if (issue === undefined || name === "") return `The settings cannot be read: ${cause.message}.`
  const wanted = issue.message.replace(/^Expected /u, "must be ").replaceAll(" | ", " or ")
  // Secrets have no rules here that a value could break, so no value that is shown is one.
  const value = Option.getOrElse(yield* Effect.option(Config.String(name)), () => "")
  const shown = value.length > shownCharacters ? `${value.slice(0, shownCharacters)}…` : value
  return `${name} is ${JSON.stringify(shown)}, and ${wanted}. ${configurationUrl} explains every setting.`
})

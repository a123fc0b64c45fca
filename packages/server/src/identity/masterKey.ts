/**
 * Where the master key comes from: the configuration, or, in sandbox only, a file that the first start makes. The key is
 * never logged and never part of a message.
 */
import { Buffer } from "node:buffer"
import { randomBytes } from "node:crypto"
import { link, mkdir, open, readFile, stat, unlink } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, Redacted } from "effect"
import type { ServerSettings } from "../config.ts"
import { MasterKeyError } from "./IdentityErrors.ts"

const masterKeyBytes = 32
const fileName = "master.key"

/** The 32 bytes, and where they came from in words that an error can repeat. */
export interface MasterKey {
  readonly bytes: Uint8Array
  readonly source: string
}

/** Reads the configured key, or in sandbox the key file, which it makes when there is none. */
export const masterKey = Effect.fn("masterKey")(function* (
  config: Pick<ServerSettings, "masterKey" | "environment" | "dataDirectory">,
) {
  if (Option.isSome(config.masterKey)) {
    const source = "PESOREAL_MASTER_KEY"
    return { bytes: yield* decode(Redacted.value(config.masterKey.value), source), source }
  }
  if (config.environment === "production") {
    return yield* new MasterKeyError({
      reason: "missing",
      message:
        "Production needs PESOREAL_MASTER_KEY: 32 random bytes in base64url (for example from `openssl rand 32 | basenc --base64url`). It seals every stored secret, so keep a copy apart from the database.",
    })
  }
  const path = join(config.dataDirectory, fileName)
  const existing = yield* read(path)
  const text = existing ?? (yield* create(config.dataDirectory, path))
  return { bytes: yield* decode(text.trim(), path), source: path }
})

const decode = (text: string, source: string): Effect.Effect<Uint8Array, MasterKeyError> => {
  const bytes = Buffer.from(text, "base64url")
  // Buffer skips what is not base64url; only a text that it would write again is one.
  return bytes.length === masterKeyBytes && bytes.toString("base64url") === text.replace(/=+$/, "")
    ? Effect.succeed(bytes)
    : Effect.fail(
        new MasterKeyError({
          reason: "malformed",
          message: `${source} must hold ${masterKeyBytes} bytes in base64url: 43 characters of A-Z, a-z, 0-9, "-" and "_".`,
        }),
      )
}

const fileError = (path: string, action: string) => (cause: unknown) =>
  new MasterKeyError({
    reason: "file",
    message: `The master key file ${path} could not be ${action} (${codeOf(cause)}). Repair it, or set PESOREAL_MASTER_KEY instead.`,
  })

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error"

const read = Effect.fnUntraced(function* (path: string) {
  const text = yield* Effect.tryPromise({
    try: () =>
      readFile(path, "utf8").catch((cause) => (codeOf(cause) === "ENOENT" ? undefined : Promise.reject(cause))),
    catch: fileError(path, "read"),
  })
  if (text === undefined) return undefined
  const { mode } = yield* Effect.tryPromise({ try: () => stat(path), catch: fileError(path, "read") })
  if ((mode & 0o077) !== 0) {
    yield* Effect.logWarning(`Other users of this machine may read the master key file ${path}: chmod 600 it.`)
  }
  return text
})

/**
 * A hard link appears whole or not at all and never replaces a file, so of several first starts exactly one makes the
 * key, and nobody reads half of it.
 */
const create = Effect.fnUntraced(function* (directory: string, path: string) {
  yield* Effect.tryPromise({
    try: async () => {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomBytes(8).toString("hex")}`
      const file = await open(draft, "wx", 0o600)
      try {
        await file.writeFile(`${randomBytes(masterKeyBytes).toString("base64url")}\n`)
        await file.sync()
        await link(draft, path).catch((cause) => (codeOf(cause) === "EEXIST" ? undefined : Promise.reject(cause)))
      } finally {
        await file.close()
        await unlink(draft)
      }
    },
    catch: fileError(path, "made"),
  })
  const text = yield* read(path)
  return text ?? (yield* fileError(path, "read")(undefined))
})

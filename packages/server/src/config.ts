/**
 * Every setting of the server: its name in the environment, its default, and the line that documents it. Settings are
 * read once, here; the rest of the server sees `ServerConfig`. docs/configuration.md is written from this table.
 */
import { resolve } from "node:path"
import { Expiry } from "@pesoreal/core"
import type { Level } from "@pesoreal/core/api/levels"
import { Config, Context, Layer, Option, type Redacted, Schema } from "effect"

export type Environment = "sandbox" | "production"

export interface ServerSettings {
  readonly host: string
  readonly port: number
  readonly environment: Environment
  readonly databaseUrl: Option.Option<Redacted.Redacted<string>>
  readonly poolSize: number
  /** Absolute. */
  readonly dataDirectory: string
  /** base64url of 32 bytes. */
  readonly masterKey: Option.Option<Redacted.Redacted<string>>
  /** CIDR ranges; `*` stands for any peer. */
  readonly trustedProxies: ReadonlyArray<string>
  readonly validation: Level["name"]
  readonly alphanumericCnpj: boolean
  readonly speiMinimumCentavos: number
  readonly speiExpiryMs: number
  readonly speiExpiryGraceMs: number
  readonly sandboxOpeningBalanceCentavos: number
  readonly drainMs: number
}

export class ServerConfig extends Context.Service<ServerConfig, ServerSettings>()("@pesoreal/server/ServerConfig") {
  /** The defaults of the environment with some settings replaced: for tests, embedding, and settings read already. */
  static readonly layerOf = (overrides: Partial<ServerSettings>) =>
    Layer.succeed(
      ServerConfig,
      ServerConfig.of({ ...sandboxDefaults, ...ofEnvironment(overrides.environment ?? "sandbox"), ...overrides }),
    )
}

/** Seconds that an access token lives (mexico.md, Limits). The contract fixes it, so it is no setting. */
export const tokenLifetimeSeconds = 600

const sandboxDefaults: ServerSettings = {
  host: "127.0.0.1",
  port: 3000,
  environment: "sandbox",
  databaseUrl: Option.none(),
  poolSize: 20,
  dataDirectory: resolve(".pesoreal"),
  masterKey: Option.none(),
  trustedProxies: ["*"],
  validation: "contract",
  alphanumericCnpj: false,
  speiMinimumCentavos: 1000,
  speiExpiryMs: Expiry.SPEI_EXPIRY_MS,
  speiExpiryGraceMs: Expiry.GRACE_MS.sandbox,
  sandboxOpeningBalanceCentavos: 100_000_000,
  drainMs: 10_000,
}

/** The defaults that differ between the environments. */
const ofEnvironment = (environment: Environment) => ({
  environment,
  // In sandbox every peer may forward a certificate; in production nobody until it is configured (decisions, section 5).
  trustedProxies: environment === "sandbox" ? ["*"] : [],
  // Notices of a real rail arrive late; the sandbox's never do (decisions, section 6).
  speiExpiryGraceMs: Expiry.GRACE_MS[environment === "sandbox" ? "sandbox" : "spei"],
})

/** One row of the table. */
export interface Setting<A> {
  readonly name: string
  /** In words, for the documentation. */
  readonly standard: string
  readonly doc: string
  readonly config: Config.Config<A>
}

const setting = <A>(
  name: string,
  standard: string,
  doc: string,
  config: (name: string) => Config.Config<A>,
): Setting<A> => ({ name, standard, doc, config: config(name) })

const wholeNumber = (minimum: number, maximum: number) => (name: string) =>
  Config.schema(
    Schema.String.check(
      Schema.makeFilter(
        (text: string) =>
          (/^\d{1,15}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) ||
          `must be a whole number from ${minimum} to ${maximum}`,
      ),
    ),
    name,
  ).pipe(Config.map(Number))

const seconds = (minimum: number, maximum: number) => (name: string) =>
  Config.map(wholeNumber(minimum, maximum)(name), (value) => value * 1000)

const or =
  <A>(config: (name: string) => Config.Config<A>, standard: A) =>
  (name: string) =>
    Config.withDefault(config(name), standard)

const commaSeparated = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** The table. */
export const settingsTable = {
  port: setting(
    "PORT",
    "3000",
    "Port to listen on; 0 takes a free one.",
    or(wholeNumber(0, 65_535), sandboxDefaults.port),
  ),
  host: setting(
    "PESOREAL_HOST",
    "127.0.0.1",
    "Address to listen on. Loopback by default, because the sandbox believes any peer's certificate header.",
    (name) => Config.NonEmptyString(name).pipe(Config.withDefault(sandboxDefaults.host)),
  ),
  environment: setting(
    "PESOREAL_ENVIRONMENT",
    "sandbox",
    "`sandbox` or `production`. The two have different issuers, audiences and keys.",
    (name) => Config.Literals(["sandbox", "production"], name).pipe(Config.withDefault(sandboxDefaults.environment)),
  ),
  databaseUrl: setting(
    "DATABASE_URL",
    "none: PGlite, embedded in the data directory",
    "PostgreSQL to use, version 15 or newer: `postgres://user:password@host:5432/database`.",
    (name) => Config.option(Config.Redacted(name)),
  ),
  poolSize: setting(
    "PESOREAL_POOL_SIZE",
    "20",
    "Connections to PostgreSQL that a process holds at most, from 2 to 500.",
    or(wholeNumber(2, 500), sandboxDefaults.poolSize),
  ),
  dataDirectory: setting(
    "PESOREAL_DATA_DIR",
    ".pesoreal",
    "Directory of the embedded database, and in sandbox of the master key and the ready account's credentials.",
    (name) =>
      Config.NonEmptyString(name).pipe(
        Config.withDefault(".pesoreal"),
        Config.map((path) => resolve(path)),
      ),
  ),
  masterKey: setting(
    "PESOREAL_MASTER_KEY",
    "in sandbox a file in the data directory; required in production",
    "32 random bytes in base64url that seal every stored secret. Keep a copy apart from the database.",
    (name) => Config.option(Config.Redacted(name)),
  ),
  trustedProxies: setting(
    "PESOREAL_TRUSTED_PROXIES",
    "`*` (any peer) in sandbox, none in production",
    "Addresses or CIDR ranges, comma separated, whose `X-SSL-Client-Cert` header is believed.",
    (name) => Config.option(Config.String(name)),
  ),
  validation: setting(
    "PESOREAL_VALIDATION",
    "contract",
    "`contract` checks requests exactly as the documents state; `strict` also refuses what the rails would: wrong check digits, impossible dates, numbers that no numbering plan has.",
    (name) => Config.Literals(["contract", "strict"], name).pipe(Config.withDefault(sandboxDefaults.validation)),
  ),
  alphanumericCnpj: setting(
    "PESOREAL_ALPHANUMERIC_CNPJ",
    "false",
    "`true` takes a CNPJ with letters, in force since July 2026, wherever the documents say 14 digits.",
    (name) =>
      Config.Literals(["true", "false"], name).pipe(
        Config.map((text) => text === "true"),
        Config.withDefault(sandboxDefaults.alphanumericCnpj),
      ),
  ),
  speiMinimumCentavos: setting(
    "PESOREAL_SPEI_MINIMUM_CENTAVOS",
    "1000",
    "Smallest SPEI cash-in in centavos, from 1 to 1,000,000.",
    or(wholeNumber(1, 1_000_000), sandboxDefaults.speiMinimumCentavos),
  ),
  speiExpiryMs: setting(
    "PESOREAL_SPEI_EXPIRY_SECONDS",
    "86400",
    "Seconds that a charge's CLABE can be paid, from 1 to a year.",
    or(seconds(1, 366 * 86_400), sandboxDefaults.speiExpiryMs),
  ),
  speiExpiryGraceMs: setting(
    "PESOREAL_SPEI_EXPIRY_GRACE_SECONDS",
    "0 in sandbox, 600 in production",
    "Seconds after the expiry before a charge is moved to EXPIRED, because a rail's notices arrive late; at most a day.",
    (name) => Config.option(seconds(0, 86_400)(name)),
  ),
  sandboxOpeningBalanceCentavos: setting(
    "PESOREAL_SANDBOX_OPENING_BALANCE_CENTAVOS",
    "100000000",
    "What a new sandbox account starts with in each currency, in centavos.",
    or(wholeNumber(0, 10 ** 13), sandboxDefaults.sandboxOpeningBalanceCentavos),
  ),
  drainMs: setting(
    "PESOREAL_DRAIN_SECONDS",
    "10",
    "Seconds that each stage of a stop may take, when the process is asked to: requests, then deliveries, then their results.",
    or(seconds(1, 300), sandboxDefaults.drainMs),
  ),
} as const satisfies Record<keyof ServerSettings, Setting<unknown>>

/** Reads the environment. Two defaults depend on which environment it is. */
export const settings: Config.Config<ServerSettings> = Config.all({
  port: settingsTable.port.config,
  host: settingsTable.host.config,
  environment: settingsTable.environment.config,
  databaseUrl: settingsTable.databaseUrl.config,
  poolSize: settingsTable.poolSize.config,
  dataDirectory: settingsTable.dataDirectory.config,
  masterKey: settingsTable.masterKey.config,
  trustedProxies: settingsTable.trustedProxies.config,
  validation: settingsTable.validation.config,
  alphanumericCnpj: settingsTable.alphanumericCnpj.config,
  speiMinimumCentavos: settingsTable.speiMinimumCentavos.config,
  speiExpiryMs: settingsTable.speiExpiryMs.config,
  speiExpiryGraceMs: settingsTable.speiExpiryGraceMs.config,
  sandboxOpeningBalanceCentavos: settingsTable.sandboxOpeningBalanceCentavos.config,
  drainMs: settingsTable.drainMs.config,
}).pipe(
  Config.map((read) => {
    const { trustedProxies, speiExpiryGraceMs } = ofEnvironment(read.environment)
    return {
      ...read,
      trustedProxies: Option.match(read.trustedProxies, { onNone: () => trustedProxies, onSome: commaSeparated }),
      speiExpiryGraceMs: Option.getOrElse(read.speiExpiryGraceMs, () => speiExpiryGraceMs),
    }
  }),
)

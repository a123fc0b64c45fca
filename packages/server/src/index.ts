/** The service as a library: one layer and its configuration. */
export { ServerConfig, type ServerSettings, settings } from "./config.ts"
export * as Service from "./Service.ts"

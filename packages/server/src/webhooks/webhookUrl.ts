/**
 * What is acceptable as the address of a webhook, judged from its text alone, when it is registered.
 *
 * It resolves no name and opens no connection: what a name leads to can only be judged at
 * every connection, which `Sender.ts` is the place for, and does not do yet.
 */
import type { Environment } from "../config.ts"

/** In Unicode code points, as everywhere in the contract. */
export const maximumUrlLength = 2048

export type WebhookUrlReason = "too_long" | "not_a_url" | "scheme" | "https_required" | "credentials" | "hostname"

export type CheckedWebhookUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: WebhookUrlReason; readonly message: string }

/**
 * Checks an address and answers it as it is to be stored: as it was written, less its fragment, which never travels.
 *
 * `http` and `https` are both accepted in the sandbox, only `https` in production (decisions, section 9).
 */
export const checkWebhookUrl = (text: string, environment: Environment): CheckedWebhookUrl => {
  const length = Array.from(text).length
  if (length > maximumUrlLength) {
    return refuse("too_long", `has ${length} characters; at most ${maximumUrlLength} are allowed`)
  }
  // `URL` would silently drop or replace these, and the stored text would not be the address that is used.
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(text)) {
    return refuse("not_a_url", "must not contain spaces, control characters or backslashes; percent-encode them")
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) {
    return refuse("not_a_url", `must be a whole address, for example ${example(environment)}`)
  }
  if (scheme !== "https" && scheme !== "http") {
    return refuse("scheme", `must begin with ${environment === "production" ? "https://" : "https:// or http://"}`)
  }
  if (scheme === "http" && environment === "production") {
    return refuse("https_required", "must begin with https:// in production")
  }
  const authority = /^[a-z]+:\/\/([^/?#]*)/iu.exec(text)?.[1]
  if (authority === undefined || authority === "") {
    return refuse("hostname", `must name a host after ${scheme}://, for example ${example(environment)}`)
  }
  if (authority.includes("@")) {
    return refuse(
      "credentials",
      "must not contain a user name or password; deliveries are authenticated by their signature",
    )
  }
  const parsed = URL.parse(text)
  if (parsed === null) return refuse("not_a_url", `must be a whole address, for example ${example(environment)}`)
  // A name of dots alone, or one with an empty part in it, is no host name (RFC 1035, section 2.3.1).
  if (/^\.|\.\./u.test(parsed.hostname)) {
    return refuse("hostname", `must name a host; "${parsed.hostname}" is not a host name`)
  }
  const fragment = text.indexOf("#")
  return { ok: true, url: fragment === -1 ? text : text.slice(0, fragment) }
}

const example = (environment: Environment): string =>
  environment === "production" ? "https://shop.example/webhooks" : "http://localhost:4000/webhooks"

const refuse = (reason: WebhookUrlReason, message: string): CheckedWebhookUrl => ({ ok: false, reason, message })

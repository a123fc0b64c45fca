import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Environment } from "../config.ts"
import { checkWebhookUrl, maximumUrlLength, type WebhookUrlReason } from "./webhookUrl.ts"

const reasonOf = (text: string, environment: Environment = "sandbox"): WebhookUrlReason | "accepted" => {
  const checked = checkWebhookUrl(text, environment)
  return checked.ok ? "accepted" : checked.reason
}

describe("checkWebhookUrl", () => {
  it("accepts http and https in the sandbox, loopback included", () => {
    for (const url of [
      "http://localhost:4000/hooks",
      "https://shop.example",
      "https://shop.example/a?b=c",
      "http://127.0.0.1:1/",
      "http://[::1]:4000/x",
      "HTTPS://Shop.Example/Path",
      "https://tienda.méxico.example/ñ",
    ]) {
      assert.deepStrictEqual(checkWebhookUrl(url, "sandbox"), { ok: true, url })
    }
  })

  it("accepts only https in production", () => {
    assert.strictEqual(reasonOf("https://shop.example/hooks", "production"), "accepted")
    assert.strictEqual(reasonOf("http://shop.example/hooks", "production"), "https_required")
  })

  it("keeps no fragment and changes nothing else", () => {
    assert.deepStrictEqual(checkWebhookUrl("https://Shop.example/a%20b?q=1#part#two", "production"), {
      ok: true,
      url: "https://Shop.example/a%20b?q=1",
    })
  })

  it("says which rule an address breaks", () => {
    const refused: ReadonlyArray<readonly [string, WebhookUrlReason]> = [
      [`https://shop.example/${"a".repeat(maximumUrlLength)}`, "too_long"],
      ["", "not_a_url"],
      ["shop.example/hooks", "not_a_url"],
      ["//shop.example/hooks", "not_a_url"],
      ["https://shop.example/a b", "not_a_url"],
      [" https://shop.example/", "not_a_url"],
      ["https://shop.example/\n", "not_a_url"],
      ["https://shop.example/\u0000", "not_a_url"],
      ["https://shop.example/\ud800", "not_a_url"],
      ["https:\\\\shop.example", "not_a_url"],
      ["https://shop.example:99999/", "not_a_url"],
      ["https://[::1", "not_a_url"],
      ["ftp://shop.example/", "scheme"],
      ["javascript:alert(1)", "scheme"],
      ["file:///etc/passwd", "scheme"],
      ["https:shop.example", "hostname"],
      ["https:///hooks", "hostname"],
      ["https://?x", "hostname"],
      ["https://.", "hostname"],
      ["https://a..b/", "hostname"],
      ["https://user@shop.example/", "credentials"],
      ["https://user:secret@shop.example/", "credentials"],
      ["https://@shop.example/", "credentials"],
    ]
    for (const [url, reason] of refused) assert.strictEqual(reasonOf(url), reason, JSON.stringify(url))
  })

  it("accepts an address of exactly the greatest length", () => {
    const start = "https://shop.example/"
    assert.strictEqual(reasonOf(start + "a".repeat(maximumUrlLength - start.length)), "accepted")
    assert.strictEqual(reasonOf(start + "a".repeat(maximumUrlLength - start.length + 1)), "too_long")
  })

  it("never throws, and what it accepts parses as http(s) with a host and without credentials or fragment", () => {
    const nearly = fc
      .tuple(
        fc.constantFrom("http://", "https://", "https:", "ftp://", ""),
        fc.oneof(fc.webAuthority({ withUserInfo: true, withPort: true, withIPv4: true, withIPv6: true }), fc.string()),
        fc.oneof(fc.webPath(), fc.string({ unit: "binary" })),
      )
      .map((parts) => parts.join(""))
    fc.assert(
      fc.property(fc.oneof(nearly, fc.webUrl({ withFragments: true })), (text) => {
        const checked = checkWebhookUrl(text, "sandbox")
        if (!checked.ok) return checked.message.length > 0
        const url = new URL(checked.url)
        return (
          (url.protocol === "http:" || url.protocol === "https:") &&
          url.hostname !== "" &&
          url.username === "" &&
          url.password === "" &&
          url.hash === ""
        )
      }),
      { numRuns: 500 },
    )
  })
})

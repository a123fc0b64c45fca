/** What an edge function pays for the receiver: minified, compressed, and with nothing in it that is not ours. */
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { bundle } from "../../../scripts/testing/bundle.ts"

const directory = fileURLToPath(new URL(".", import.meta.url))

describe("a bundle", () => {
  // The targets are 1,000 bytes for verify alone, and 2,000 for verify, parse and the memory store. The limits that stand
  // above them are today's figures, rounded up: they may only come down. (They rose once, by 320 bytes, when events of all
  // eight kinds and their outcomes took the place of one.)
  it.each([
    ["verify", 700, 'export { verify } from "@pesoreal/receiver/verify"'],
    ["verify, taken from the main entry", 700, 'export { verify } from "@pesoreal/receiver"'],
    [
      "verify, parse and memory store",
      2_200,
      'export { createVerifier, parseEvent, memoryStore } from "@pesoreal/receiver"',
    ],
    [
      "verify, parse, memory store and fetch adapter",
      2_620,
      'export { createVerifier, parseEvent, memoryStore } from "@pesoreal/receiver"\n' +
        'export { fetchAdapter } from "@pesoreal/receiver/fetch"',
    ],
    [
      "the whole receiver with the fetch adapter",
      4_400,
      'export { createReceiver } from "@pesoreal/receiver"\nexport { fetchAdapter } from "@pesoreal/receiver/fetch"',
    ],
    [
      "the whole receiver with the node adapter",
      4_540,
      'export { createReceiver } from "@pesoreal/receiver"\nexport { nodeAdapter } from "@pesoreal/receiver/node"',
    ],
  ])("of %s has less than %d bytes, and nothing from outside", async (_, limit, code) => {
    const { bytes, modules, imports } = await bundle(directory, code)
    assert.isBelow(bytes, limit)
    assert.isNotEmpty(modules)
    assert.isEmpty(modules.filter((module) => !module.includes("/packages/receiver/src/")))
    assert.isEmpty(imports)
  })
})

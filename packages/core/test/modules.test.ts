/** The README's table of modules is what its script writes, so that neither a description nor a cost can go stale. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { bundle } from "../../../scripts/testing/bundle.ts"
import { command, firstSentence, page, render } from "../scripts/modules.ts"

it("the README's table of modules is up to date", async () => {
  expect(readFileSync(page, "utf8"), `run ${command}`).toBe(await render())
})

it.each([
  ["/**\n * One\n * two. Three.\n */\nexport {}", "One two"],
  ["/** One (decisions, section 3; pix.md), two (three). */", "One, two (three)"],
  ["/** Version 1.2 of it. */", "Version 1.2 of it"],
  ["/**\n * Without a full stop\n *\n * More.\n */", "Without a full stop"],
  ["export {}", ""],
])("the first sentence of %j is %j", (code, sentence) => {
  expect(firstSentence(code)).toBe(sentence)
})

it("the README's word on what Schemas share is about right", async () => {
  const [, stated] =
    /about (\d+) kB with every other Schema/u.exec(readFileSync(page, "utf8").replaceAll("\n", " ")) ?? []
  const directory = fileURLToPath(new URL(".", import.meta.url))
  const { bytes } = await bundle(directory, 'export { ClabeContract } from "@pesoreal/core/accounts/ClabeSchema"')
  expect(Math.abs(bytes / 1000 - Number(stated))).toBeLessThan(3)
})

/** What the guide to BR Codes shows is what comes out. */
import { fileURLToPath } from "node:url"
import { testPageExamples } from "../../../../scripts/testing/docExamples.ts"

testPageExamples(fileURLToPath(new URL("../../../../docs/guide/br-code.md", import.meta.url)))

/** Every example of the guide to embedding core runs, and gives what it says. */
import { fileURLToPath } from "node:url"
import { testPageExamples } from "../../../scripts/testing/docExamples.ts"

testPageExamples(fileURLToPath(new URL("../../../docs/guide/embedding-core.md", import.meta.url)))

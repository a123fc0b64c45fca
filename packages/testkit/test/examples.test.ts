/** Every example in the documentation comments and in the README runs, and every export has such a comment. */
import { fileURLToPath } from "node:url"
import { testDocComments, testDocExamples } from "../../../scripts/testing/docExamples.ts"

const packageDirectory = fileURLToPath(new URL("..", import.meta.url))

testDocExamples(packageDirectory)
testDocComments(packageDirectory)

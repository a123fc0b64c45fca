/** Every example in the receiver's documentation comments and README runs, and every export has such a comment. */
import { fileURLToPath } from "node:url"
import { testDocComments, testDocExamples } from "../../../scripts/testing/docExamples.ts"

const packageDirectory = fileURLToPath(new URL("..", import.meta.url))

testDocExamples(packageDirectory)
testDocComments(packageDirectory)

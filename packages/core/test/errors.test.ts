import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { catalogue } from "@pesoreal/core/api/errors"
import { PesorealApi } from "@pesoreal/core/api/PesorealApi"
import { command, page, render } from "../scripts/errors.ts"

describe("error codes", () => {
  it("are documented by a page that is up to date", () => {
    assert.strictEqual(readFileSync(page, "utf8"), render(), `run ${command}`)
  })

  it("appear in the contract under their own status", () => {
    const document = JSON.stringify(OpenApi.fromApi(PesorealApi))
    // A wrong method is answered around the operations and belongs to none.
    const around = new Set(["METHOD_NOT_ALLOWED"])
    for (const code of Object.keys(catalogue)) {
      assert.strictEqual(document.includes(`"${code}"`), !around.has(code), code)
    }
  })

  it("leave room for fields that a reader does not know, in every schema", () => {
    const document = JSON.stringify(OpenApi.fromApi(PesorealApi))
    assert.notInclude(document, '"additionalProperties":false')
    assert.notInclude(document, '{"type":"null"},{"type":"null"}')
  })

  it("every operation answers its errors in the one envelope", () => {
    const { components, paths } = OpenApi.fromApi(PesorealApi)
    const schemas = Object.entries(components.schemas).filter(([name]) => name.endsWith("Encoded"))
    assert.isNotEmpty(schemas)
    for (const [name, schema] of schemas) {
      assert.includeMembers(Object.keys(schema["properties"] ?? {}), ["code", "message", "requestId", "details"], name)
    }
    for (const [path, { get, post }] of Object.entries(paths)) {
      for (const operation of [get, post]) {
        if (operation !== undefined) assert.isNotEmpty(operation.summary ?? "", path)
      }
    }
  })
})

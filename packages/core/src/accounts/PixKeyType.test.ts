import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonical, checkDocument, keyTypes } from "./PixKeyType.ts"

describe("the form in which a PIX key is kept", () => {
  it.each([
    ["PHONE", "5511987654321", "+5511987654321"],
    ["PHONE", "+5511987654321", "+5511987654321"],
    ["RANDOM", "123E4567-E89B-12D3-A456-426655440000", "123e4567-e89b-12d3-a456-426655440000"],
    ["DOCUMENT", "39053344705", "39053344705"],
    ["DOCUMENT", "12ABC34501DE35", "12ABC34501DE35"],
    ["EMAIL", "Pix@bcb.gov.br", "Pix@bcb.gov.br"],
  ] as const)("of %s %s is %s", (keyType, key, kept) => {
    expect(canonical(keyType, key)).toBe(kept)
  })

  it("is its own form, whatever the text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...keyTypes), fc.string({ unit: "binary" }), (keyType, key) => {
        const kept = canonical(keyType, key)
        expect(canonical(keyType, kept)).toBe(kept)
      }),
    )
  })
})

describe("a PIX key and the document of its holder", () => {
  it("are the same text for a DOCUMENT", () => {
    const document = "39053344705"
    const same = { keyType: "DOCUMENT", key: document, document } as const
    expect(checkDocument(same)).toEqual({ ok: true, value: same, warnings: [] })
    expect(checkDocument({ ...same, document: "04809155129" })).toEqual({
      ok: false,
      errors: [{ reason: "document_mismatch", message: "must be equal to the document", path: "key" }],
      warnings: [],
    })
  })

  it("have nothing to do with each other for all other types", () => {
    for (const keyType of ["EMAIL", "PHONE", "RANDOM"] as const) {
      expect(checkDocument({ keyType, key: "+5511987654321", document: "39053344705" }).ok).toBe(true)
    }
  })
})

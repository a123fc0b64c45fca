import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { pixKeyStrict } from "../accounts/PixKeySchema.ts"
import { canonical, keyTypes } from "../accounts/PixKeyType.ts"
import { isBrazilianDocument } from "../documents/BrazilianDocument.ts"
import { knownErrors } from "./scenarios.ts"
import { reservedKeys, sampleKeys } from "./pixDirectory.ts"

const all = [...reservedKeys, ...sampleKeys]

describe("the sandbox's directory", () => {
  it.for(all)("has $key as it is kept, and as the strict level takes it", ({ key, keyType }) => {
    expect(canonical(keyType, key)).toBe(key)
    expect(Schema.is(pixKeyStrict(keyType))(key)).toBe(true)
  })

  it("has no key twice", () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  })

  it("has one reserved key of each type for each error, which is a scenario's error too", () => {
    for (const errorCode of ["INVALID_PIX_KEY", "DOCUMENT_MISMATCH", "ACCOUNT_BLOCKED"] as const) {
      const ofError = reservedKeys.filter((reserved) => reserved.errorCode === errorCode)
      expect(ofError.map(({ keyType }) => keyType)).toEqual(keyTypes)
      expect(knownErrors.map(({ slug }) => slug)).toContain(errorCode.toLowerCase().replaceAll("_", "-"))
    }
  })

  it("has a holder with a real document for each sample, that of the key if the key is one", () => {
    expect(sampleKeys.map(({ keyType }) => keyType)).toEqual(keyTypes)
    expect(sampleKeys.filter(({ document }) => !isBrazilianDocument(document))).toEqual([])
    const [ofDocument] = sampleKeys
    expect(ofDocument?.key).toBe(ofDocument?.document)
  })
})

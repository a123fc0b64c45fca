/** docs/errors.md shows the catalogue as it is, and the error answers are made from it. */
import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Errors from "@pesoreal/core/api/errors"
import { command, page, render } from "../scripts/errors.ts"

const answers = Object.entries(Errors).filter(([name]) => /^[A-Z]/u.test(name) && name !== "Detail")

describe("error codes", () => {
  it("are documented by a page that is up to date", () => {
    expect(readFileSync(page, "utf8"), `docs/errors.md is out of date. Write it again: ${command}`).toBe(render())
  })

  it("stand in the order of their statuses", () => {
    const statuses = Object.values(Errors.catalogue).map(({ status }) => status)
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b))
  })

  it("say what they mean, and what the service could answer, in the words that clients look for", () => {
    for (const { meaning, example } of Object.values(Errors.catalogue)) {
      expect(meaning).toMatch(/[^.]$/u)
      expect(example).not.toBe("")
    }
    expect(Errors.catalogue.INSUFFICIENT_BALANCE.example).toContain("insufficient balance")
    expect(Errors.catalogue.REFUND_DEADLINE_EXCEEDED.example).toContain("deadline exceeded")
    expect(Errors.catalogue.INVALID_REFUND_VALUE.example).toContain("invalid value")
  })
})

describe("an error answer", () => {
  it.for(answers)("%s carries codes of its own status, and no others", ([, answer]) => {
    if (!Schema.isSchema(answer)) throw new Error("It is no schema")
    const accepts = Schema.is(answer)
    const status = answer.ast.annotations?.["httpApiStatus"]
    const codes = Object.entries(Errors.catalogue).filter(([code]) => accepts({ code, message: "", requestId: "" }))
    expect(codes.length).toBeGreaterThan(0)
    expect(codes.map(([, entry]) => entry.status)).toEqual(codes.map(() => status))
  })

  it("may list the fields at fault", () => {
    const body = { code: "VALIDATION_ERROR", message: "…", requestId: "r-1" }
    const accepts = Schema.is(Errors.InvalidBody)
    expect(accepts({ ...body, details: [{ path: "payer.document", message: "is required" }] })).toBe(true)
    expect(accepts({ ...body, details: ["payer.document"] })).toBe(false)
  })
})

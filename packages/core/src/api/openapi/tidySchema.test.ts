import { describe, expect, it } from "vitest"
import { tidySchema } from "./tidySchema.ts"

const text = { type: "string", description: "A name" }

describe("a tidy schema", () => {
  it.each([
    ["opens objects", { type: "object", additionalProperties: false }, { type: "object" }],
    [
      "keeps what maps are made of",
      { type: "object", additionalProperties: { type: "string" } },
      { type: "object", additionalProperties: { type: "string" } },
    ],
    ["says nullable in one word", { anyOf: [text, { type: "null" }] }, { ...text, type: ["string", "null"] }],
    [
      "names an alternative once",
      { anyOf: [text, { type: "null" }, { type: "null" }] },
      { ...text, type: ["string", "null"] },
    ],
    [
      "has null among the words that may be null",
      { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "keeps a reference apart from null",
      { anyOf: [{ $ref: "#/a" }, { type: "null" }], description: "It" },
      { anyOf: [{ $ref: "#/a" }, { type: "null" }], description: "It" },
    ],
    ["takes the only choice", { anyOf: [text], description: "Its own" }, { type: "string", description: "Its own" }],
    [
      "has checks as members like any other",
      { type: "string", allOf: [{ minLength: 1 }, { maxLength: 9, description: "A name" }] },
      { type: "string", minLength: 1, maxLength: 9, description: "A name" },
    ],
    [
      "lets a check say the type more precisely",
      { type: "string", allOf: [{ type: "integer", minimum: 1 }] },
      { type: "integer", minimum: 1 },
    ],
    [
      "keeps apart what contradicts",
      { type: "string", pattern: "^a", allOf: [{ pattern: "b$" }, { $ref: "#/a" }] },
      { type: "string", pattern: "^a", allOf: [{ pattern: "b$" }, { $ref: "#/a" }] },
    ],
    [
      "leaves out bounds that every integer is within",
      { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      { type: "integer" },
    ],
    ["leaves out what validators compute wrongly", { type: "number", multipleOf: 0.01 }, { type: "number" }],
    [
      "has an instant's format and not its pattern",
      { type: "string", format: "date-time", pattern: "^2" },
      { type: "string", format: "date-time" },
    ],
  ])("%s", (_, written, tidy) => {
    expect(tidySchema(written)).toEqual(tidy)
    expect(tidySchema(tidy)).toEqual(tidy)
    expect(tidySchema({ items: [written] })).toEqual({ items: [tidy] })
  })

  it("takes the names of properties for names, and values for values", () => {
    const nested = {
      type: "object",
      properties: { additionalProperties: text, examples: { anyOf: [text] }, anyOf: text },
    }
    expect(tidySchema(nested)).toEqual({ ...nested, properties: { ...nested.properties, examples: text } })
    const example = { examples: [{ anyOf: [text], additionalProperties: false }], default: { multipleOf: 0.01 } }
    expect(tidySchema(example)).toEqual(example)
  })

  it("calls numbers that can only be whole ones integers", () => {
    expect(tidySchema({ type: "number", enum: [600] })).toEqual({ type: "integer", enum: [600] })
    expect(tidySchema({ type: "number", enum: [0.5] })).toEqual({ type: "number", enum: [0.5] })
  })
})

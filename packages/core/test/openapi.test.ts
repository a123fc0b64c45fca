/**
 * The OpenAPI document: sound in its structure, complete in what it says, and true, because every example in it is decoded by
 * the schema that it is an example of.
 */
import { readFileSync } from "node:fs"
import { Clabe, Cnpj, Cpf, Events } from "@pesoreal/core"
import { parse as parseCode } from "@pesoreal/core/emv/BrCode"
import { catalogue } from "@pesoreal/core/api/errors"
import * as PesorealApi from "@pesoreal/core/api/PesorealApi"
import { strictLevel } from "@pesoreal/core/api/strictLevel"
import { Schema } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { command, page, render } from "../scripts/openapi.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- a document of any shape is what is tested
type Json = any

const document: Json = JSON.parse(render())

/** Every value in a document with the path that leads to it. */
const walk = (
  value: Json,
  visit: (value: Json, path: ReadonlyArray<string>) => void,
  path: ReadonlyArray<string> = [],
) => {
  visit(value, path)
  if (typeof value !== "object" || value === null) return
  for (const [key, member] of Object.entries(value)) walk(member, visit, [...path, key])
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly operation: Json
}

const operationsIn = (paths: Json): ReadonlyArray<Operation> =>
  Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({ path, method, operation })),
  )

const operations = operationsIn(document.paths)
const sent = operationsIn(document.webhooks)

const resolve = (reference: string): Json =>
  reference
    .replace(/^#\//u, "")
    .split("/")
    .reduce((node: Json, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document)

const deref = (value: Json): Json => (typeof value?.$ref === "string" ? resolve(value.$ref) : value)

/** The names of all schemas that a part of the document refers to, directly or not. */
const referredTo = (part: Json, found = new Set<string>()): ReadonlySet<string> => {
  walk(part, (value) => {
    const name = typeof value?.$ref === "string" ? value.$ref.replace("#/components/schemas/", "") : undefined
    if (name === undefined || found.has(name)) return
    found.add(name)
    referredTo(resolve(value.$ref), found)
  })
  return found
}

/** What is wrong with the structure of the document. */
const problemsOf = (examined: Json): ReadonlyArray<string> => {
  const problems: Array<string> = []
  walk(examined, (value, path) => {
    const at = path.join(" > ")
    if (typeof value?.$ref === "string" && resolve(value.$ref) === undefined)
      problems.push(`${at}: ${value.$ref} is nowhere`)
    if (path.includes("value") || path.includes("examples")) return
    if (value?.additionalProperties === false) problems.push(`${at} closes an object`)
    if (Array.isArray(value?.anyOf)) {
      const distinct = new Set(value.anyOf.map((choice: Json) => JSON.stringify(choice)))
      if (distinct.size !== value.anyOf.length || distinct.size < 2) problems.push(`${at} is no choice`)
    }
  })
  const all = [...operationsIn(examined.paths), ...operationsIn(examined.webhooks)]
  const ids = all.map(({ operation }) => operation.operationId)
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`operationId ${id} is not unique`)
  for (const { path, method, operation } of all) problems.push(...operationProblems(examined, path, method, operation))
  for (const name of Object.keys(examined.components.schemas)) {
    if (!/^[A-Z][A-Za-z0-9]*$/u.test(name) || name.endsWith("Encoded")) problems.push(`schema ${name} has no good name`)
  }
  return problems
}

const operationProblems = (examined: Json, path: string, method: string, operation: Json): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const at = `${method} ${path}`
  const tags = new Set(examined.tags.map((tag: Json) => tag.name))
  for (const key of ["operationId", "summary", "description"]) {
    if (typeof operation[key] !== "string" || operation[key] === "") problems.push(`${at} has no ${key}`)
  }
  if (!/^[a-z][A-Za-z]+$/u.test(operation.operationId))
    problems.push(`${at}: ${operation.operationId} is no camel case`)
  if (operation.tags?.length !== 1 || !tags.has(operation.tags[0])) problems.push(`${at} has no tag of the document`)
  const declared = operation.parameters.filter((one: Json) => one.in === "path").map((one: Json) => one.name)
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/gu), ([, name]) => name)
  if (JSON.stringify(declared.toSorted()) !== JSON.stringify(inPath.map(String).toSorted()))
    problems.push(`${at} has other parameters`)
  for (const parameter of operation.parameters) {
    if (typeof parameter.description !== "string") problems.push(`${at}: ${parameter.name} has no description`)
    if (parameter.in === "path" && parameter.required !== true)
      problems.push(`${at}: ${parameter.name} is not required`)
  }
  if (/[:(]/u.test(path)) problems.push(`${at} is written as a router does`)
  const answers = Object.entries<Json>(operation.responses)
  if (!answers.some(([status]) => status.startsWith("2"))) problems.push(`${at} never succeeds`)
  for (const [status, answer] of answers) {
    if (typeof deref(answer)?.description !== "string") problems.push(`${at} ${status} has no description`)
  }
  return problems
}

describe("the OpenAPI document", () => {
  it("is docs/openapi.json", () => {
    const written: Json = JSON.parse(readFileSync(page, "utf8"))
    const isCurrent = JSON.stringify(written) === JSON.stringify(document)
    expect(isCurrent, `docs/openapi.json is out of date. Write it again: ${command}`).toBe(true)
  })

  it("has a sound structure", () => {
    expect(problemsOf(document)).toEqual([])
  })

  it("would be found out if its structure were not sound", () => {
    const broken = structuredClone(document)
    broken.components.schemas.Health_1 = { type: "object", additionalProperties: false, properties: {} }
    broken.paths["/health/live"].get.operationId = "signUp"
    broken.paths["/api/balance"].get.parameters = [{ name: "id", in: "path" }]
    broken.paths["/metrics"].get.responses = { 400: { $ref: "#/components/responses/None" } }
    delete broken.paths["/docs"].get.summary
    expect(problemsOf(broken)).toEqual([
      expect.stringContaining("#/components/responses/None is nowhere"),
      "components > schemas > Health_1 closes an object",
      "operationId signUp is not unique",
      "operationId signUp is not unique",
      "get /api/balance has other parameters",
      "get /api/balance: id has no description",
      "get /api/balance: id is not required",
      "get /metrics never succeeds",
      "get /metrics 400 has no description",
      "get /docs has no summary",
      "schema Health_1 has no good name",
    ])
  })

  it("says the same every time, in the same order", () => {
    const make = () => JSON.stringify(OpenApi.fromApi(PesorealApi.make({ speiMinimumCentavos: 1000 })))
    expect(make()).toBe(make())
    expect(make()).toBe(JSON.stringify(document))
    for (const group of Object.values<Json>(document.components)) {
      expect(Object.keys(group).length).toBeGreaterThan(0)
    }
    for (const name of ["schemas", "responses", "examples"]) {
      const names = Object.keys(document.components[name])
      expect(names).toEqual(names.toSorted())
    }
  })

  it("begins with what a reader needs first", () => {
    const members = ["openapi", "info", "servers", "security", "tags", "paths", "webhooks", "components"]
    expect(Object.keys(document)).toEqual(members)
    expect(document.openapi).toBe("3.1.0")
    expect(document.info).toMatchObject({ title: "Pesoreal", version: "1.0.0", license: { name: "Apache-2.0" } })
    for (const words of [
      "X-SSL-Client-Cert",
      "Idempotency-Key",
      "centavos",
      "X-Service-Signature",
      "X-Sandbox-Scenario",
    ]) {
      expect(document.info.description).toContain(words)
    }
    expect(document.tags.filter((tag: Json) => !tag.description.endsWith("."))).toEqual([])
    expect(document.components.securitySchemes).toMatchObject({ bearer: { type: "http", scheme: "bearer" } })
    expect(document.components.securitySchemes.bearer.description).toContain("X-SSL-Client-Cert")
  })

  it("has a description of every field, but for those of events, which have their own tests", () => {
    const ofEvents = referredTo(document.webhooks)
    const bare: Array<string> = []
    for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
      if (ofEvents.has(name)) continue
      walk(schema, (value, path) => {
        if (path.at(-2) !== "properties" || path.includes("examples")) return
        if ((value.description ?? deref(value).description) === undefined) bare.push([name, ...path].join(" > "))
      })
    }
    expect(bare).toEqual([])
  })

  it("says where a certificate, a scheme and a time to wait are asked for", () => {
    const token = document.paths["/api/auth/token"].post
    expect(token.parameters).toMatchObject([{ name: "X-SSL-Client-Cert", in: "header", required: true }])
    const { responses } = document.components
    expect(Object.keys(responses.Unauthorized.headers)).toContain("WWW-Authenticate")
    expect(Object.keys(responses.InvalidClient.headers)).not.toContain("WWW-Authenticate")
    expect(Object.keys(responses.RateLimited.headers)).toContain("Retry-After")
    expect(Object.keys(responses.MethodNotAllowed.headers)).toContain("Allow")
    for (const { operation } of operations) {
      for (const answer of Object.values<Json>(operation.responses)) {
        expect(Object.keys(deref(answer).headers)).toContain("x-request-id")
      }
    }
  })

  it("shows bounds as one reads them", () => {
    const { SpeiCashInRequest, WebhookConfigRequest, PixCashInRequest } = document.components.schemas
    expect(SpeiCashInRequest.properties.amountCentavos).toMatchObject({ type: "integer", minimum: 1000 })
    expect(SpeiCashInRequest.properties.externalId).toMatchObject({
      type: ["string", "null"],
      minLength: 1,
      maxLength: 100,
    })
    expect(WebhookConfigRequest.properties.events).toMatchObject({ minItems: 1, uniqueItems: true })
    expect(PixCashInRequest.properties.additionalInfo).toMatchObject({ maxProperties: 10 })
    const sizes = document.paths["/api/transactions"].get.parameters.find((one: Json) => one.name === "size")
    expect(sizes.schema).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 20 })
  })
})

/** The schemas of an operation, by its operationId. */
const endpoints = new Map<string, HttpApiEndpoint.Top>()
HttpApi.reflect(PesorealApi.PesorealApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => {
    const id = endpoint.annotations.mapUnsafe.get(OpenApi.Identifier.key)
    endpoints.set(String(id), endpoint)
  },
})

const jsonExamples = (holder: Json): ReadonlyArray<readonly [name: string, example: Json]> =>
  Object.values<Json>(deref(holder)?.content ?? {}).flatMap((media) => Object.entries<Json>(media.examples ?? {}))

const payloadsOf = ({ payload }: HttpApiEndpoint.Top): ReadonlyArray<Schema.Top> =>
  Array.from(payload.values()).flatMap(({ schemas }) => [...schemas])

/** Nothing in a body is transformed, so that what the schema decodes is what it is of. */
const assertFits = (schemas: ReadonlyArray<Schema.Top>, value: unknown, what: string) => {
  expect({ what, fits: schemas.map((schema) => Schema.is(schema)(value)) }).toEqual({ what, fits: [true] })
}

/** Every text under a name, in any example of the document. */
const textsNamed = (name: RegExp): ReadonlyArray<string> => {
  const texts = new Set<string>()
  walk(document, (value, path) => {
    const key = path.at(-1) ?? ""
    if (typeof value === "string" && name.test(key) && (path.includes("value") || path.includes("examples")))
      texts.add(value)
  })
  return Array.from(texts)
}

describe("every example", () => {
  it.for(operations)("of $method $path is decoded by its schema", ({ operation }) => {
    const endpoint = endpoints.get(operation.operationId)
    if (endpoint === undefined) throw new Error(`There is no endpoint ${operation.operationId}`)
    const requests = jsonExamples(operation.requestBody)
    expect(requests.length > 0).toBe(operation.requestBody !== undefined)
    for (const [name, { value, summary }] of requests) {
      expect(summary).toEqual(expect.any(String))
      assertFits(payloadsOf(endpoint), value, `request ${name}`)
    }
    for (const [status, answer] of Object.entries<Json>(operation.responses)) {
      const answers = jsonExamples(answer)
      expect(answers.length > 0).toBe(status !== "204")
      if (!status.startsWith("2")) continue
      for (const [name, { value }] of answers) {
        assertFits(Array.from(endpoint.success), value, `answer ${name}`)
      }
    }
  })

  it("of a request is taken at the strict level too", () => {
    const strict = PesorealApi.make({ speiMinimumCentavos: 1000, level: strictLevel })
    const examined: Array<string> = []
    HttpApi.reflect(strict, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint }) => {
        const id = String(endpoint.annotations.mapUnsafe.get(OpenApi.Identifier.key))
        const { operation } = operations.find((one) => one.operation.operationId === id) ?? {}
        for (const [name, { value }] of jsonExamples(operation?.requestBody)) {
          assertFits(payloadsOf(endpoint), value, `${id} ${name}`)
          examined.push(name)
        }
      },
    })
    expect(examined.length).toBeGreaterThan(20)
  })

  it("of an error has the code that it is filed under, in the envelope", () => {
    const examples = Object.entries<Json>(document.components.examples)
    expect(examples.map(([code]) => code)).toEqual(
      Object.keys(catalogue)
        .filter((code) => code !== "NOT_IMPLEMENTED")
        .toSorted(),
    )
    for (const [code, { value }] of examples) {
      expect(value.code).toBe(code)
      expect(Object.keys(value)).toEqual(expect.arrayContaining(["code", "message", "requestId"]))
    }
    for (const response of Object.values<Json>(document.components.responses)) {
      const { schema, examples: shown } = response.content["application/json"]
      expect(Object.keys(shown)).toEqual(schema.allOf[1].properties.code.enum)
    }
  })

  it("of a parameter stands in its path, or in its header", () => {
    for (const { path, operation } of operations) {
      for (const parameter of operation.parameters.filter(
        (one: Json) => one.in === "path" && one.schema.enum === undefined,
      )) {
        expect(parameter.example ?? parameter.examples, `${path} ${parameter.name}`).toBeDefined()
      }
    }
  })

  it("has CLABEs of the sandbox, with their check digits, and real documents and codes", () => {
    const clabes = textsNamed(/^(?:clabe|destinationClabe)$/u)
    expect(clabes.length).toBeGreaterThan(4)
    expect(clabes.filter((clabe) => !clabe.startsWith("846") || !Clabe.isClabe(clabe))).toEqual([])
    const documents = textsNamed(/^document$/u).filter((text) => !text.includes("*"))
    expect(documents.length).toBeGreaterThan(3)
    expect(documents.filter((text) => !Cpf.isCpf(text) && !Cnpj.isCnpj(text))).toEqual([])
    const codes = textsNamed(/^(?:pixCode|qrCode)$/u)
    expect(codes).toHaveLength(2)
    expect(codes.filter((code) => !parseCode(code).ok)).toEqual([])
  })
})

describe("the webhooks of the document", () => {
  it("are the eight kinds, with their headers and answers", () => {
    expect(Object.keys(document.webhooks)).toEqual(Events.kinds)
    for (const { operation } of sent) {
      const required = operation.parameters.filter((one: Json) => one.required).map((one: Json) => one.name)
      expect(required).toEqual(["X-Service-Delivery", "X-Service-Signature"])
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["2XX", "4XX", "5XX"]))
      expect(operation.description).toContain("| 6 | 6 h |")
      expect(operation.security).toEqual([])
    }
  })

  it.for(Events.kinds)("have examples of %s that its schema decodes", (kind) => {
    const { operation } = sent.find(({ path }) => path === kind) ?? {}
    const examples = jsonExamples(operation.requestBody)
    expect(examples.map(([, { value }]) => value)).toEqual(JSON.parse(JSON.stringify(Events.examples[kind])))
    const { schema } = operation.requestBody.content["application/json"]
    expect(resolve(schema.$ref).properties.event.enum).toEqual([kind])
    for (const [, { value }] of examples) expect(Schema.is(Events.eventOf(kind))(value)).toBe(true)
  })
})

/** What an operation says of itself in the OpenAPI document: its name, what it does, and examples that can be sent as they are. */
import type { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { isJson, type Json, mapMembers, objectAt } from "./openapi/json.ts"

/** A body as an example. */
export interface Example<A = unknown> {
  /** What is special about it, in a few words. */
  readonly summary: string
  readonly value: A
}

/** Bodies by names of their own. */
export type Examples<A = unknown> = Readonly<Record<string, Example<A>>>

/**
 * A body as an example, of a given type.
 *
 * @example
 * ```ts
 * import { example } from "@pesoreal/core/api/documentation"
 *
 * example<{ readonly advance: string }>("A day on", { advance: "24h" }).value.advance // => "24h"
 * ```
 */
export const example = <A>(summary: string, value: NoInfer<A>): Example<A> => ({ summary, value })

/** What an operation says of itself. */
export interface OperationDocumentation {
  /** `operationId`: a verb and what it is about, in camel case. It names methods in generated clients. */
  readonly id: string
  /** One line. */
  readonly summary: string
  /** The rest, in Markdown. */
  readonly description: string
  /** Bodies to send. */
  readonly request?: Examples
  /** Bodies of the answer when all went well. */
  readonly answer?: Examples
}

/** Every media type of a body, with these examples. */
const withExamples = (body: unknown, examples: Examples | undefined): unknown => {
  if (examples === undefined || !isJson(body) || !isJson(body["content"])) return body
  return { ...body, content: mapMembers(body["content"], (media) => (isJson(media) ? { ...media, examples } : media)) }
}

const document = ({ request, answer }: OperationDocumentation, operation: Json): Json => {
  const { requestBody } = operation
  return {
    ...operation,
    ...(requestBody === undefined ? {} : { requestBody: withExamples(requestBody, request) }),
    responses: mapMembers(objectAt(operation, "responses"), (response, status) =>
      status.startsWith("2") ? withExamples(response, answer) : response,
    ),
  }
}

/**
 * The annotations of an endpoint.
 *
 * @example
 * ```ts
 * import { operation } from "@pesoreal/core/api/documentation"
 * import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
 *
 * const ping = HttpApiEndpoint.get("ping", "/ping").annotateMerge(
 *   operation({ id: "ping", summary: "Are you there?", description: "Answers nothing." }),
 * )
 * const api = HttpApi.make("example").add(HttpApiGroup.make("pings").add(ping))
 * OpenApi.fromApi(api).paths["/ping"]?.get?.summary // => "Are you there?"
 * ```
 */
export const operation = (documentation: OperationDocumentation): Context.Context<never> =>
  OpenApi.annotations({
    identifier: documentation.id,
    summary: documentation.summary,
    description: documentation.description,
    transform: (generated) => document(documentation, generated),
  })

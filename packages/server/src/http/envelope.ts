/**
 * What surrounds every request: its id, the strict reading of its body, and the one envelope of errors for whatever no
 * handler answers (unknown routes, wrong methods, bodies that Effect refuses by itself, defects).
 */
import { Effect, type Types } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { type HttpMethod, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Ids } from "../Ids.ts"
import { Time } from "../Time.ts"
import { errorResponse } from "./failures.ts"
import { RequestId, requestIdOf } from "./RequestId.ts"

/** 64 KiB (decisions, section 5). */
export const maximumBodyBytes = 65_536

export interface Route {
  readonly method: HttpMethod.HttpMethod
  /** As a router takes it: `/api/:channel(oxxo)/cash-in`. */
  readonly path: `/${string}`
}

const isPath = (path: string): path is `/${string}` => path.startsWith("/")

/** Every operation of a contract. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path } }) => {
      if (isPath(path)) routes.push({ method, path })
    },
  })
  return routes
}

/** A segment of a path: a parameter (`:id`, or one of the words of `:channel(oxxo|extra)`), or the text itself. */
const segmentPattern = (segment: string): string => {
  const [, words] = /^:\w+(?:\(([^)]*)\))?$/u.exec(segment) ?? []
  if (words !== undefined) return `(?:${words})`
  return segment.startsWith(":") ? "[^/]+" : segment.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&")
}

/** The methods that a path answers; none for a path that does not exist. */
const allowedMethods = (routes: ReadonlyArray<Route>) => {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.split("/").map(segmentPattern).join("/")}/?$`),
  }))
  return (path: string): ReadonlyArray<string> => {
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.has("GET")) methods.add("HEAD")
    return [...methods].toSorted()
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

class UnreadableBody {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/**
 * Effect decodes bodies leniently: invalid bytes become U+FFFD. Here they are refused, and so is an empty body. The
 * property stands in front of the request's own getter.
 */
const readTextStrictly = (request: HttpServerRequest.HttpServerRequest): void => {
  Object.defineProperty(request, "text", {
    get: () =>
      Effect.flatMap(request.arrayBuffer, (bytes) => {
        if (bytes.byteLength === 0) return Effect.die(new UnreadableBody("The body is empty; send a JSON object"))
        return Effect.try({
          try: () => decoder.decode(bytes),
          catch: () => new UnreadableBody("The body is not valid UTF-8"),
        }).pipe(Effect.orDie)
      }),
  })
}

const wordsOfStatus = (status: number): readonly [Parameters<typeof errorResponse>[0], string] | null => {
  switch (status) {
    case 400:
      return ["VALIDATION_ERROR", "The request could not be read"]
    case 404:
      return ["NOT_FOUND", "There is nothing at this path"]
    case 413:
      return ["PAYLOAD_TOO_LARGE", `The body is over ${maximumBodyBytes / 1024} KiB`]
    case 415:
      return ["UNSUPPORTED_MEDIA_TYPE", "Send the body as Content-Type: application/json"]
    case 503:
      return ["UNAVAILABLE", "The service is shutting down; try again in a few seconds"]
    default:
      return status >= 500 ? ["INTERNAL_ERROR", "Something failed on the service's side"] : null
  }
}

const isEnvelope = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.headers["content-type"]?.startsWith("application/json") ?? false

const pathOf = (url: string): string => url.split("?", 1)[0] ?? url

/** No route took the request: the method is wrong, or the path cannot be read, or there is nothing there. */
const notRouted = (
  { method, url }: HttpServerRequest.HttpServerRequest,
  methods: ReadonlyArray<string>,
  requestId: string,
): HttpServerResponse.HttpServerResponse => {
  if (methods.length > 0 && !methods.includes(method)) {
    const allow = methods.join(", ")
    const message = `${method} is not possible here; this path answers ${allow}`
    return HttpServerResponse.setHeader(errorResponse("METHOD_NOT_ALLOWED", message, requestId), "allow", allow)
  }
  return isDecodable(pathOf(url))
    ? errorResponse("NOT_FOUND", "There is nothing at this path", requestId)
    : errorResponse("VALIDATION_ERROR", "The path is not percent-encoded UTF-8", requestId)
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** What the router hands to a middleware, and takes back: every error is answered here, whatever the type says. */
type Answer<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, R>

/** Surrounds every route, the unknown ones included. */
export const layer = (routes: ReadonlyArray<Route>) => {
  const allowed = allowedMethods(routes)
  return HttpRouter.middleware(
    Effect.gen(function* () {
      const ids = yield* Ids
      const time = yield* Time

      const answerCause = Effect.fnUntraced(function* (
        request: HttpServerRequest.HttpServerRequest,
        requestId: string,
        cause: Parameters<typeof HttpServerError.causeResponse>[0],
      ) {
        const unreadable = cause.reasons.find(
          (reason) => reason._tag === "Die" && reason.defect instanceof UnreadableBody,
        )
        if (unreadable?._tag === "Die" && unreadable.defect instanceof UnreadableBody) {
          return errorResponse("INVALID_JSON", unreadable.defect.message, requestId)
        }
        const [response, rest] = yield* HttpServerError.causeResponse(cause)
        if (response.status === 404) return notRouted(request, allowed(pathOf(request.url)), requestId)
        if (response.status >= 500 && response.status !== 503) {
          yield* Effect.logError(`Request ${requestId} (${request.method} ${pathOf(request.url)}) failed`, rest)
        }
        return response
      })

      return (app: Answer<never>): Answer<HttpServerRequest.HttpServerRequest> =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const now = yield* time.now
          const requestId = requestIdOf(request.headers["x-request-id"], () => ids.uuid(now))
          readTextStrictly(request)
          const response = yield* app.pipe(
            Effect.provideService(RequestId, requestId),
            Effect.catchCause((cause) => answerCause(request, requestId, cause)),
          )
          const words = response.status >= 400 && !isEnvelope(response) ? wordsOfStatus(response.status) : null
          const answer = words === null ? response : errorResponse(words[0], words[1], requestId)
          // Tokens, secrets and money: nothing on the way may keep an answer (RFC 6749, section 5.1).
          return HttpServerResponse.setHeaders(answer, {
            "x-request-id": requestId,
            ...(request.url.startsWith("/api/") ? { "cache-control": "no-store" } : {}),
          })
        })
    }),
    { global: true },
  )
}

/** The OpenAPI document, made of what Effect writes from the contract. Each step is a module beside this one. */
import { nameErrorResponses } from "./errorResponses.ts"
import { tidyHeaders } from "./headers.ts"
import { isJson, type Json, listAt, mapMembers, mapOperations, objectAt } from "./json.ts"
import { tidySchema } from "./tidySchema.ts"
import { eventsTag, webhooks } from "./webhooks.ts"

const tidyContent = (holder: unknown): unknown =>
  isJson(holder) && isJson(holder["content"])
    ? {
        ...holder,
        content: mapMembers(holder["content"], (media) =>
          isJson(media) ? { ...media, schema: tidySchema(media["schema"]) } : media,
        ),
      }
    : holder

const tidyParameter = (parameter: unknown): unknown =>
  isJson(parameter) ? { ...parameter, schema: tidySchema(parameter["schema"]) } : parameter

/** Every schema in the document, wherever it stands. */
const tidySchemas = (document: Json): Json => {
  const components = objectAt(document, "components")
  const tidied = {
    ...document,
    components: { ...components, schemas: mapMembers(objectAt(components, "schemas"), tidySchema) },
  }
  return mapOperations(tidied, (operation) => ({
    ...operation,
    parameters: listAt(operation, "parameters").map(tidyParameter),
    ...(operation["requestBody"] === undefined ? {} : { requestBody: tidyContent(operation["requestBody"]) }),
    responses: mapMembers(objectAt(operation, "responses"), tidyContent),
  }))
}

/** The members of an operation, in the order in which they are read. */
const orderOperation = ({ operationId, tags, summary, description, ...rest }: Json): Json => ({
  operationId,
  tags,
  summary,
  description,
  ...rest,
})

/** The scheme that operations ask for unless they say that they ask for none. */
const security = [{ bearer: [] }]

/** Schemes of HTTP are of any case, and tools know this one in lower case. */
const tidySecurity = (document: Json): Json => {
  const components = objectAt(document, "components")
  const securitySchemes = mapMembers(objectAt(components, "securitySchemes"), (scheme) =>
    isJson(scheme) ? { ...scheme, scheme: String(scheme["scheme"]).toLowerCase() } : scheme,
  )
  return { ...document, components: { ...components, securitySchemes } }
}

/** The members of the document, in the order in which they are read. */
const order = (document: Json): Json => ({
  openapi: document["openapi"],
  info: document["info"],
  servers: document["servers"],
  security,
  tags: [...listAt(document, "tags"), eventsTag],
  paths: document["paths"],
  webhooks: webhooks(),
  components: document["components"],
})

/** What `OpenApi.fromApi` writes, as it is published. */
export const transformDocument = (generated: Json): Json => {
  const tidied = tidyHeaders(nameErrorResponses(tidySchemas(tidySecurity(generated))))
  return order(mapOperations(tidied, orderOperation))
}

/** Health of a running process, for load balancers and people. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Unavailable } from "./errors.ts"

const Status = Schema.Struct({ status: Schema.Literal("ok") }).annotate({ identifier: "Health" })

/** Liveness and readiness. */
export class HealthGroup extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("live", "/health/live", { success: Status }).annotateMerge(
      OpenApi.annotations({ summary: "Is the process alive?" }),
    ),
    HttpApiEndpoint.get("ready", "/health/ready", { success: Status, error: Unavailable }).annotateMerge(
      OpenApi.annotations({
        summary: "Can the process serve?",
        description: "False while the database is out of reach, clocks disagree, or the process is draining.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Health" })) {}

/** Health of a running process, for load balancers and people. Neither operation needs a token. */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { operation } from "../documentation.ts"
import { Unavailable } from "../errors.ts"
import * as examples from "../examples/service.ts"
import { Health } from "../service.ts"

const live = HttpApiEndpoint.get("live", "/health/live", { success: Health }).annotateMerge(
  operation({
    id: "isAlive",
    summary: "Is the process alive?",
    description: "Asks nothing of the database, so that an outage there restarts nothing here.",
    ...examples.health,
  }),
)

const ready = HttpApiEndpoint.get("ready", "/health/ready", { success: Health, error: [Unavailable] }).annotateMerge(
  operation({
    id: "isReady",
    summary: "Can the process serve?",
    description: "Not while the database is out of reach, clocks disagree, or the process is draining.",
    ...examples.health,
  }),
)

/** Liveness and readiness. */
export const healthGroup = () =>
  HttpApiGroup.make("health")
    .add(live, ready)
    .annotateMerge(OpenApi.annotations({ title: "Health", description: "For load balancers and people." }))

/** The whole service as one layer: every room, wired. `main.ts` launches it; tests and embedding launch it too. */
import { Effect, Layer, Ref } from "effect"
import { HttpRouter } from "effect/http"
import { Database, type DatabaseServices } from "./database/Database.ts"
import { Wake } from "./database/Wake.ts"
import { Draining } from "./http/health.ts"
import * as Listener from "./http/listener.ts"
import * as Routes from "./http/routes.ts"
import { AccountProfiles } from "./identity/AccountProfiles.ts"
import { Identity } from "./identity/Identity.ts"
import { Ids } from "./Ids.ts"
import { ClabeIssuer } from "./payments/ClabeIssuer.ts"
import { CreationBatch } from "./payments/CreationBatch.ts"
import { Settlement } from "./payments/Settlement.ts"
import * as SettlementLoop from "./payments/SettlementLoop.ts"
import { SpeiCashIn } from "./payments/SpeiCashIn.ts"
import { SpeiLookup } from "./payments/SpeiLookup.ts"
import * as SandboxProvider from "./providers/sandbox/SandboxProvider.ts"
import { Time } from "./Time.ts"
import { Dispatcher } from "./webhooks/Dispatcher.ts"
import { Outbox } from "./webhooks/Outbox.ts"
import { Sender } from "./webhooks/Sender.ts"
import { WebhookConfigs } from "./webhooks/WebhookConfigs.ts"

const rooms = Layer.mergeAll(SpeiCashIn.layer, SpeiLookup.layer, Settlement.layer, WebhookConfigs.layer).pipe(
  Layer.provide([CreationBatch.layer, ClabeIssuer.layer, AccountProfiles.layer, SandboxProvider.layer, Outbox.layer]),
  Layer.provideMerge(Layer.mergeAll(Identity.layer, Wake.layer)),
)

/** Settles, expires and delivers in the background. */
const loops = Layer.mergeAll(SettlementLoop.layer, Dispatcher.layer.pipe(Layer.provide(Sender.layer)))

/** Built last, so closed first: readiness turns false before the listener stops. */
const readinessEnds = Layer.effectDiscard(
  Effect.gen(function* () {
    const draining = yield* Draining
    yield* Effect.addFinalizer(() => Ref.set(draining, true))
  }),
)

const http = HttpRouter.serve(Routes.layer, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provide(Routes.limits),
)

/** The running service on a given database. Needs ServerConfig; its listener is `HttpServer` from effect/http. */
export const layerOn = <E, R>(database: Layer.Layer<DatabaseServices, E, R>) =>
  readinessEnds.pipe(
    Layer.provideMerge(http),
    Layer.provideMerge(loops),
    Layer.provideMerge(Listener.layer),
    Layer.provideMerge(Draining.layer),
    Layer.provideMerge(rooms),
    Layer.provideMerge(Time.layer),
    Layer.provideMerge(database),
    Layer.provideMerge(Ids.layer),
  )

/** The running service on the database that the configuration names. */
export const layer = layerOn(Database.layer)

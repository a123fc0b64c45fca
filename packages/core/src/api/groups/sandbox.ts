/** The operations of the sandbox: outcomes now, the catalogue of scenarios, and the clock. */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { anyText } from "../../text/Text.ts"
import { Bearer } from "../authentication.ts"
import { operation } from "../documentation.ts"
import {
  alwaysPossible,
  bodyErrors,
  IllegalTransition,
  InvalidBody,
  InvalidParameters,
  NotFound,
  TransactionNotFound,
} from "../errors.ts"
import * as examples from "../examples/sandbox.ts"
import { ActionResult, Clock, ClockRequest, PayRequest, ScenarioCatalogue } from "../sandbox.ts"

const actionParams = {
  transactionId: anyText.annotate({
    description: "`transactionId` of a sandbox account's transaction, of either area",
    examples: ["019c1536-71e0-7c0a-9d52-3f1b8c6e4b01"],
  }),
}

const pay = HttpApiEndpoint.post("pay", "/api/sandbox/transactions/:transactionId/pay", {
  params: actionParams,
  payload: PayRequest,
  success: ActionResult,
  error: [InvalidBody, TransactionNotFound, IllegalTransition, ...bodyErrors],
})
  .middleware(Bearer)
  .annotateMerge(
    operation({
      id: "paySandboxTransaction",
      summary: "Pay a pending transaction now",
      description:
        "A charge is paid by its payer; a send or a refund is confirmed. An amount other than the charge's does not confirm it, and becomes an unmatched deposit. Without an amount the body is `{}`.",
      ...examples.pay,
    }),
  )

const fail = HttpApiEndpoint.post("fail", "/api/sandbox/transactions/:transactionId/fail", {
  params: actionParams,
  success: ActionResult,
  error: [InvalidParameters, TransactionNotFound, IllegalTransition],
})
  .middleware(Bearer)
  .annotateMerge(
    operation({
      id: "failSandboxTransaction",
      summary: "Fail a pending transaction now",
      description: "It becomes FAILED (PIX: ERROR). A retail charge cannot fail, which is a 409.",
      ...examples.fail,
    }),
  )

const expire = HttpApiEndpoint.post("expire", "/api/sandbox/transactions/:transactionId/expire", {
  params: actionParams,
  success: ActionResult,
  error: [InvalidParameters, TransactionNotFound, IllegalTransition],
})
  .middleware(Bearer)
  .annotateMerge(
    operation({
      id: "expireSandboxTransaction",
      summary: "Expire a pending charge now",
      description:
        "It becomes EXPIRED (PIX: ERROR), and announces nothing. A send or a refund cannot expire, which is a 409.",
      ...examples.expire,
    }),
  )

const returnSend = HttpApiEndpoint.post("return", "/api/sandbox/transactions/:transactionId/return", {
  params: actionParams,
  success: ActionResult,
  error: [InvalidParameters, TransactionNotFound, IllegalTransition],
})
  .middleware(Bearer)
  .annotateMerge(
    operation({
      id: "returnSandboxTransaction",
      summary: "Return a confirmed send",
      description: "The money comes back: webhook `refund_out` (PIX: `RefundOut`). The send itself stays CONFIRMED.",
      ...examples.returned,
    }),
  )

const scenarios = HttpApiEndpoint.get("scenarios", "/api/sandbox/scenarios", {
  success: ScenarioCatalogue,
  error: [...alwaysPossible],
}).annotateMerge(
  operation({
    id: "listSandboxScenarios",
    summary: "The catalogue of scenarios",
    description:
      "Every value of `X-Sandbox-Scenario`, what it fits and what happens, and the reserved PIX keys. It needs no token.",
    ...examples.scenarios,
  }),
)

const clock = HttpApiEndpoint.post("clock", "/api/sandbox/clock", {
  payload: ClockRequest,
  success: Clock,
  error: [InvalidBody, NotFound, ...bodyErrors],
})
  .middleware(Bearer)
  .annotateMerge(
    operation({
      id: "advanceSandboxClock",
      summary: "Advance the account's clock",
      description:
        "Expiries, retries and settlements of the account that fall due by then happen. The clock never goes back. A production account has none, which is a 404.",
      ...examples.clock,
    }),
  )

/** The sandbox. */
export const sandboxGroup = () =>
  HttpApiGroup.make("sandbox")
    .add(pay, fail, expire, returnSend, scenarios, clock)
    .annotateMerge(
      OpenApi.annotations({
        title: "Sandbox",
        description:
          "For sandbox accounts only: outcomes at once, the catalogue of scenarios, and a clock that can be advanced.",
      }),
    )

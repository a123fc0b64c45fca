/** Examples of the sandbox's operations. */
import { reservedKeys } from "../../sandbox/pixDirectory.ts"
import { catalogue, knownErrors, SCENARIO_HEADER } from "../../sandbox/scenarios.ts"
import { example, type Examples } from "../documentation.ts"
import type { ActionResult, Clock, ClockRequest, PayRequest, ScenarioCatalogue } from "../sandbox.ts"

const transactionId = "019c1536-71e0-7c0a-9d52-3f1b8c6e4b01"

/** `POST /api/sandbox/transactions/{transactionId}/pay`. */
export const pay: { readonly request: Examples<PayRequest>; readonly answer: Examples<ActionResult> } = {
  request: {
    whole: example("What the charge asks for", {}),
    other: example("Another amount, which does not confirm the charge", { amountCentavos: 14_000 }),
  },
  answer: {
    paid: example("The charge is paid", { transactionId, status: "CONFIRMED" }),
    unmatched: example("The amount was another: an unmatched deposit", {
      transactionId,
      status: "PENDING",
      depositId: "019c1540-1b7d-7c0a-9d52-3f1b8c6e4c01",
    }),
  },
}

/** `POST /api/sandbox/transactions/{transactionId}/fail`. */
export const fail: { readonly answer: Examples<ActionResult> } = {
  answer: { failed: example("It failed", { transactionId, status: "FAILED" }) },
}

/** `POST /api/sandbox/transactions/{transactionId}/expire`. */
export const expire: { readonly answer: Examples<ActionResult> } = {
  answer: { expired: example("It expired", { transactionId, status: "EXPIRED" }) },
}

/** `POST /api/sandbox/transactions/{transactionId}/return`. */
export const returned: { readonly answer: Examples<ActionResult> } = {
  answer: {
    returned: example("The send stays CONFIRMED, and another transaction brings it back", {
      transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b04",
      status: "CONFIRMED",
      returnTransactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b08",
    }),
  },
}

/** `GET /api/sandbox/scenarios`. */
export const scenarios: { readonly answer: Examples<ScenarioCatalogue> } = {
  answer: {
    catalogue: example("All of them", {
      header: SCENARIO_HEADER,
      data: catalogue,
      errors: knownErrors,
      pixKeys: reservedKeys,
    }),
  },
}

/** `POST /api/sandbox/clock`. */
export const clock: { readonly request: Examples<ClockRequest>; readonly answer: Examples<Clock> } = {
  request: {
    day: example("A day on", { advance: "24h" }),
    refundWindow: example("Beyond the window of refunds", { advance: "2137h" }),
  },
  answer: { advanced: example("A day on", { now: "2026-02-01T18:00:20.000Z", advancedMs: 86_400_000 }) },
}

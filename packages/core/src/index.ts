/**
 * The domain of payments by SPEI: values and their rules, life cycles, webhooks and sandbox scenarios.
 *
 * Each module is a namespace named after the one thing it is about. Every module is also its own subpath
 * (`@pesoreal/core/accounts/Clabe`), for those who want no more than one.
 */
export type { Parsed, Problem } from "./Parsed.ts"
export * as Clabe from "./accounts/Clabe.ts"
export * as ClabeSchema from "./accounts/ClabeSchema.ts"
export * as Email from "./contact/Email.ts"
export * as EmailSchema from "./contact/EmailSchema.ts"
export * as SpeiCashIn from "./lifecycle/SpeiCashIn.ts"
export * as StateMachine from "./lifecycle/StateMachine.ts"
export * as WebhookDelivery from "./lifecycle/WebhookDelivery.ts"
export * as Centavos from "./money/Centavos.ts"
export * as CentavosSchema from "./money/CentavosSchema.ts"
export * as Scenarios from "./sandbox/scenarios.ts"
export * as Text from "./text/Text.ts"
export * as DeliverySchedule from "./webhooks/deliverySchedule.ts"
export * as Events from "./webhooks/events.ts"
export * as RetrySchedule from "./webhooks/retrySchedule.ts"
export * as Signature from "./webhooks/signature.ts"

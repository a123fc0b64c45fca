/**
 * Generators and checks for code that handles payments by SPEI: values that are good, values that are nearly good and say why
 * not, and properties to run them through. All are plain fast-check arbitraries and properties, for any test runner.
 */
export type { NearlyValid, NearlyValidJson, Why } from "./NearlyValid.ts"

export { centavos, nearlyValidCentavos } from "./arbitraries/centavos.ts"
export type { CentavosOptions, CentavosReason, NearlyValidCentavosOptions } from "./arbitraries/centavos.ts"
export { clabe, clabeFormat, nearlyValidClabe } from "./arbitraries/clabe.ts"
export type { ClabeOptions, NearlyValidClabeOptions } from "./arbitraries/clabe.ts"
export { email, nearlyValidEmail } from "./arbitraries/email.ts"
export type { EmailReason } from "./arbitraries/email.ts"
export { externalId, nearlyValidExternalId } from "./arbitraries/externalId.ts"
export { idempotencyKey, nearlyValidIdempotencyKey } from "./arbitraries/idempotencyKey.ts"
export type { IdempotencyKeyReason } from "./arbitraries/idempotencyKey.ts"
export { nearlyValidPhone, phone } from "./arbitraries/phone.ts"
export type { PhoneReason } from "./arbitraries/phone.ts"
export { nearlyValidTaxId, taxId } from "./arbitraries/taxId.ts"
export { nearlyValidText, text } from "./arbitraries/text.ts"
export type { TextReason } from "./arbitraries/text.ts"

export { cashInRequest, nearlyValidCashInRequest } from "./arbitraries/cashInRequest.ts"
export type { CashInRequestOptions, CashInRequestReason } from "./arbitraries/cashInRequest.ts"
export { nearlyValidSandboxScenario, sandboxScenario } from "./arbitraries/sandboxScenario.ts"
export { nearlyValidSignUpRequest, signUpRequest } from "./arbitraries/signUpRequest.ts"
export type { SignUpRequestOptions, SignUpRequestReason } from "./arbitraries/signUpRequest.ts"
export { nearlyValidTokenRequest, tokenRequest } from "./arbitraries/tokenRequest.ts"
export type { TokenRequest } from "./arbitraries/tokenRequest.ts"
export { nearlyValidWebhookConfigRequest, webhookConfigRequest } from "./arbitraries/webhookConfigRequest.ts"
export type {
  EventKindsReason,
  WebhookConfigRequestOptions,
  WebhookConfigRequestReason,
} from "./arbitraries/webhookConfigRequest.ts"

export { cashInEvent, nearlyValidCashInEvent } from "./arbitraries/cashInEvent.ts"
export type { CashInEventOptions, CashInEventReason } from "./arbitraries/cashInEvent.ts"
export { deliveryUrl, nearlyValidDeliveryUrl } from "./arbitraries/deliveryUrl.ts"
export { rotatedDelivery } from "./arbitraries/rotatedDelivery.ts"
export type { RotatedDelivery, RotatedDeliveryOptions } from "./arbitraries/rotatedDelivery.ts"
export { signedDelivery } from "./arbitraries/signedDelivery.ts"
export type { SignedDelivery, SignedDeliveryOptions } from "./arbitraries/signedDelivery.ts"
export { tamperedDelivery } from "./arbitraries/tamperedDelivery.ts"
export type { TamperedDeliveryReason } from "./arbitraries/tamperedDelivery.ts"
export { webhookSecret } from "./arbitraries/webhookSecret.ts"

export { machineWalk } from "./arbitraries/machineWalk.ts"
export type { Expected, MachineWalkOptions, Step, Walk } from "./arbitraries/machineWalk.ts"

export { bytesOf, signatureOf } from "./Delivery.ts"
export type { Delivery } from "./Delivery.ts"

export { goodDeliveriesAreTaken, tamperedDeliveriesAreRefused } from "./checks/deliveries.ts"
export type { ReceiverUnderTest, SendDelivery } from "./checks/deliveries.ts"
export { tableIsFollowed } from "./checks/machines.ts"
export type { Moved } from "./checks/machines.ts"
export { inputsAreParsed, inputsAreRefused } from "./checks/parsers.ts"
export type { Parser } from "./checks/parsers.ts"
export { refusalsOf } from "./checks/refusals.ts"
export type { Refusal } from "./checks/refusals.ts"
export { requestsAreAccepted, requestsAreRefused, valuesSurviveTheWire } from "./checks/schemas.ts"

/**
 * Generators and checks for code that handles payments by SPEI: values that are good, values that are nearly good and say why
 * not, and properties to run them through. All are plain fast-check arbitraries and properties, for any test runner.
 */
export type { NearlyValid, NearlyValidJson, Why } from "./NearlyValid.ts"

export { brCode, nearlyValidBrCode } from "./arbitraries/brCode.ts"
export type { BrCodeOptions, BrCodeReason, NearlyValidBrCodeOptions } from "./arbitraries/brCode.ts"
export { brl, nearlyValidBrl } from "./arbitraries/brl.ts"
export type { BrlOptions, BrlReason, NearlyValidBrlOptions } from "./arbitraries/brl.ts"
export { brazilianDocument, nearlyValidBrazilianDocument } from "./arbitraries/brazilianDocument.ts"
export { centavos, nearlyValidCentavos } from "./arbitraries/centavos.ts"
export type { CentavosOptions, CentavosReason, NearlyValidCentavosOptions } from "./arbitraries/centavos.ts"
export { clabe, clabeFormat, nearlyValidClabe } from "./arbitraries/clabe.ts"
export type { ClabeOptions, NearlyValidClabeOptions } from "./arbitraries/clabe.ts"
export { cnpj, nearlyValidCnpj } from "./arbitraries/cnpj.ts"
export type { CnpjOptions } from "./arbitraries/cnpj.ts"
export { cpf, nearlyValidCpf } from "./arbitraries/cpf.ts"
export type { CpfOptions } from "./arbitraries/cpf.ts"
export { email, nearlyValidEmail } from "./arbitraries/email.ts"
export type { EmailReason } from "./arbitraries/email.ts"
export { endToEndId, nearlyValidEndToEndId } from "./arbitraries/endToEndId.ts"
export type { EndToEndIdOptions, NearlyValidEndToEndIdOptions } from "./arbitraries/endToEndId.ts"
export { externalId, nearlyValidExternalId } from "./arbitraries/externalId.ts"
export { idempotencyKey, nearlyValidIdempotencyKey } from "./arbitraries/idempotencyKey.ts"
export type { IdempotencyKeyReason } from "./arbitraries/idempotencyKey.ts"
export { nearlyValidPhone, phone } from "./arbitraries/phone.ts"
export type { PhoneReason } from "./arbitraries/phone.ts"
export { curp, nearlyValidCurp } from "./arbitraries/curp.ts"
export { nearlyValidNumericReference, numericReference } from "./arbitraries/numericReference.ts"
export { nearlyValidRfc, rfc } from "./arbitraries/rfc.ts"
export type { RfcOptions } from "./arbitraries/rfc.ts"
export { nearlyValidPixKey, nearlyValidPixKeyOfType, pixKey } from "./arbitraries/pixKey.ts"
export type { NearlyValidPixKeyOfTypeOptions, PixKeyOfTypeReason, PixKeyOptions } from "./arbitraries/pixKey.ts"
export { mexicanTaxId, nearlyValidMexicanTaxId, nearlyValidTaxId, taxId } from "./arbitraries/taxId.ts"
export { nearlyValidText, text } from "./arbitraries/text.ts"
export type { TextReason } from "./arbitraries/text.ts"
export { nearlyValidTxid, txid } from "./arbitraries/txid.ts"
export type { TxidOptions } from "./arbitraries/txid.ts"
export { nearlyValidTrackingKey, trackingKey } from "./arbitraries/trackingKey.ts"

export { cashInRequest, nearlyValidCashInRequest } from "./arbitraries/cashInRequest.ts"
export type { CashInRequestOptions, CashInRequestReason } from "./arbitraries/cashInRequest.ts"
export {
  mexicoRefundRequest,
  nearlyValidMexicoRefundRequest,
  nearlyValidRetailCashInRequest,
  nearlyValidSpeiCashOutRequest,
  retailCashInRequest,
  speiCashOutRequest,
} from "./arbitraries/mexicoRequests.ts"
export type { MexicoRequestReason } from "./arbitraries/mexicoRequests.ts"
export {
  nearlyValidPixCashInRequest,
  nearlyValidPixCashOutRequest,
  nearlyValidPixQrCodeRequest,
  nearlyValidPixRefundRequest,
  pixCashInRequest,
  pixCashOutRequest,
  pixQrCodeRequest,
  pixRefundRequest,
} from "./arbitraries/pixRequests.ts"
export type { PixRequestReason } from "./arbitraries/pixRequests.ts"
export { nearlyValidSandboxScenario, sandboxScenario } from "./arbitraries/sandboxScenario.ts"
export { nearlyValidSignUpRequest, signUpRequest } from "./arbitraries/signUpRequest.ts"
export type { SignUpRequestOptions, SignUpRequestReason } from "./arbitraries/signUpRequest.ts"
export { nearlyValidTokenRequest, tokenRequest } from "./arbitraries/tokenRequest.ts"
export { nearlyValidWebhookConfigRequest, webhookConfigRequest } from "./arbitraries/webhookConfigRequest.ts"
export type {
  EventKindsReason,
  WebhookConfigRequestOptions,
  WebhookConfigRequestReason,
} from "./arbitraries/webhookConfigRequest.ts"

export { event, eventOf, nearlyValidEvent, nearlyValidEventOf } from "./arbitraries/event.ts"
export type { EventOptions, EventReason } from "./arbitraries/event.ts"
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

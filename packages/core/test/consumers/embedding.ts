/** A program that embeds core in every way that it offers, for compilers to accept. It is never run. */
import {
  Brl,
  BrlSchema,
  Centavos,
  type Clabe,
  ClabeSchema,
  type Cnpj,
  CnpjSchema,
  type ParsedEffect,
  PixCashIn,
  StateMachine,
  StateMachineEffect,
} from "@pesoreal/core"
import { parse } from "@pesoreal/core/accounts/Clabe"
import { Bearer } from "@pesoreal/core/api/authentication"
import { PesorealApi } from "@pesoreal/core/api/PesorealApi"
import { parse as parseCnpj } from "@pesoreal/core/documents/Cnpj"
import { parse as parseBrCode } from "@pesoreal/core/emv/BrCode"
import { Effect, Schema } from "effect"
import { FetchHttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"

// Plain functions: a value or typed reasons, told apart by `ok`.
const clabe = parse("646180110400000007")
export const bankOrReason: string = clabe.ok ? clabe.value.bank : (clabe.errors[0].reason satisfies Clabe.ParseReason)
export const isExhaustive = (reason: Clabe.ParseReason): string => {
  switch (reason) {
    case "length":
    case "not_digits":
    case "bank":
      return "format"
    case "check_digit":
      return "digit"
  }
}
const cnpj = parseCnpj("12.ABC.345/01DE-35", { alphanumeric: false })
export const places: ReadonlyArray<number | undefined> = cnpj.ok ? [] : cnpj.errors.map(({ offset }) => offset)
export const reasons: ReadonlyArray<Cnpj.ParseReason> = cnpj.ok ? [] : cnpj.errors.map(({ reason }) => reason)
const amount = Centavos.parse("1.00")
export const centavos: number = amount.ok ? amount.value : 0
export const reais: number = Brl.toNumber(centavos)

// A code of one of three types; the type says what it has.
const code = parseBrCode("000201")
if (code.ok && code.value.type === "dynamic") {
  const url: string = code.value.url
  const pixKey: null = code.value.pixKey
  console.log(url, pixKey)
}

// Machines: states and triggers are checked by the compiler too.
export const moved = StateMachine.transition(PixCashIn.machine, "PENDING", "settle")

// Schemas, and their Types.
const Payment = Schema.Struct({ clabe: ClabeSchema.ClabeStrict, value: BrlSchema.Brl })
export type Payment = typeof Payment.Type
export const payment: Payment = { clabe: "646180110400000007", value: 10.5 }
export const decoded: Effect.Effect<Payment, Schema.SchemaError> = Schema.decodeUnknownEffect(Payment)({})

// Effects with typed errors.
export const bank: Effect.Effect<
  string,
  ParsedEffect.Refused<Clabe.ParseReason, Clabe.WarningReason>
> = ClabeSchema.parseEffect("").pipe(Effect.map((value) => value.bank))
export const root = CnpjSchema.parseEffect("").pipe(
  Effect.map((value) => value.root),
  Effect.catchTag("Refused", ({ errors }) => Effect.succeed(errors[0].message)),
)
export const rootOrMessage: Effect.Effect<string> = root
export const settled = StateMachineEffect.transition(PixCashIn.machine, "PENDING", "settle").pipe(
  Effect.catchTag("IllegalTransition", ({ state }) => Effect.succeed({ state, changed: false })),
)

// The typed client.
const bearer = HttpApiMiddleware.layerClient(Bearer, ({ next, request }) =>
  next(HttpClientRequest.bearerToken(request, "token")),
)
const address = Effect.gen(function* () {
  const client = yield* HttpApiClient.make(PesorealApi, { baseUrl: "https://pay.example" })
  const payload = { amountCentavos: 1000, customerName: "Ana", customerEmail: "ana@example.mx" }
  const charge = yield* client.spei.cashIn({ headers: {}, payload })
  return charge.clabe
}).pipe(Effect.provide([bearer, FetchHttpClient.layer]))
export const answered = (): Promise<string> => Effect.runPromise(address)

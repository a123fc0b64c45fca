/**
 * Cadena original, the text that STP's clients sign to order a SPEI transfer: 34 fields in a fixed order, between bars. What is
 * signed is its UTF-8, by RSA with SHA-256 (PKCS #1 v1.5). This module makes the text, and never signs or sends anything.
 */
import * as Centavos from "../money/Centavos.ts"
import type { Parsed, Problem } from "../Parsed.ts"

/** The fields in STP's order (STP, "Registra orden"; the same in stpmex-python's `ORDEN_FIELDNAMES`). */
export const fields = [
  "institucionContraparte",
  "empresa",
  "fechaOperacion",
  "folioOrigen",
  "claveRastreo",
  "institucionOperante",
  "monto",
  "tipoPago",
  "tipoCuentaOrdenante",
  "nombreOrdenante",
  "cuentaOrdenante",
  "rfcCurpOrdenante",
  "tipoCuentaBeneficiario",
  "nombreBeneficiario",
  "cuentaBeneficiario",
  "rfcCurpBeneficiario",
  "emailBeneficiario",
  "tipoCuentaBeneficiario2",
  "nombreBeneficiario2",
  "cuentaBeneficiario2",
  "rfcCurpBeneficiario2",
  "conceptoPago",
  "conceptoPago2",
  "claveCatUsuario1",
  "claveCatUsuario2",
  "clavePago",
  "referenciaCobranza",
  "referenciaNumerica",
  "tipoOperacion",
  "topologia",
  "usuario",
  "medioEntrega",
  "prioridad",
  "iva",
] as const

/** The name of a field. */
export type Field = (typeof fields)[number]

/** Fields that are amounts of money. */
export type AmountField = "monto" | "iva"

/**
 * An order, by STP's names. A field that is left out or null is empty in the text. Amounts are in centavos, and written in pesos
 * with two decimals; all other numbers are integers.
 */
export type Order = { readonly [Name in Exclude<Field, AmountField>]?: string | number | null | undefined } & {
  readonly [Name in AmountField]?: number | null | undefined
}

/** Why an order has no such text: an amount that is not in centavos, a number that is no integer, or a text with a bar in it. */
export type Reason = "amount" | "integer" | "characters"

/**
 * The text to sign. Every field at fault is named by `path`. Bars, control characters and halves of surrogate pairs are refused,
 * because with them the text could be read as another order, or be signed as other bytes than it is sent.
 *
 * @example
 * ```ts
 * import { CadenaOriginal } from "@pesoreal/core"
 *
 * const made = CadenaOriginal.cadenaOriginal({ empresa: "TAMIZI", claveRastreo: "CR1564969083", monto: 120, tipoPago: 1 })
 * made.ok && made.value // => "||" + "|TAMIZI|||CR1564969083||1.20|1" + "|".repeat(26) + "||"
 *
 * const refused = CadenaOriginal.cadenaOriginal({ monto: 1.2, conceptoPago: "a|b" })
 * refused.ok ? [] : refused.errors.map(({ path, reason }) => `${path}: ${reason}`) // => ["monto: amount", "conceptoPago: characters"]
 * ```
 */
export const cadenaOriginal = (order: Order): Parsed<string, Reason> => {
  const errors: Array<Problem<Reason>> = []
  const written = fields.map((path) => {
    const value = order[path]
    if (value === undefined || value === null) return ""
    if (path === "monto" || path === "iva") {
      // A caller in plain JavaScript may have given a text.
      if (Centavos.isCentavos(value)) return Centavos.format(value)
      errors.push({ reason: "amount", message: "must be a whole number of centavos", path })
    } else if (typeof value === "number") {
      if (Number.isSafeInteger(value)) return String(value)
      errors.push({ reason: "integer", message: "must be an integer", path })
    } else {
      if (!/[|\p{Cc}\p{Cs}]/u.test(value)) return value
      errors.push({ reason: "characters", message: "must not have bars or control characters", path })
    }
    return ""
  })
  const [first, ...rest] = errors
  if (first) return { ok: false, errors: [first, ...rest], warnings: [] }
  return { ok: true, value: `||${written.join("|")}||`, warnings: [] }
}

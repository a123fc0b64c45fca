/** The little of two parsers of EMV codes that the bench uses; the packages bring no types of their own. */
declare module "emvqr" {
  interface Item {
    /** A text, or for a template its items by their tags. */
    readonly data: unknown
  }
  /** Items by their tags. Throws where the check sum is wrong, and for a merchant category that it has no name for. */
  const decode: (code: string) => Readonly<Record<string, Item>>
}

declare module "steplix-emv-qrcps" {
  interface EmvQr {
    /** Every field on a line of its own: tag, length and value, inner ones set in by a space. */
    readonly rawData: () => string
  }
  /** Reads the fields; the check sum is not looked at. */
  const Merchant: { readonly Parser: { readonly toEMVQR: (code: string) => EmvQr } }
}

/** BR Code: fields, check sum, and what is in them. The codes are published ones that a bank would take. */
import { getPixPayloadInfo } from "@brazilian-utils/brazilian-utils"
import { parse } from "@pesoreal/core/emv/BrCode"
import * as emvqr from "emvqr"
import { hasError, isDynamicPix, isRecurrencePix, isStaticPix, parsePix } from "pix-utils"
import steplix from "steplix-emv-qrcps"
import { isPixCopyPaste } from "validation-br"
import { type Answer, type Case, type Comparison, type Contender, type Peer, yesOrNo } from "../comparison.ts"
import { flat, published, withCrc } from "../corpora.ts"

/** Parts that are there; an amount in centavos, because some have it as a text and some as a number of reais. */
const named = (parts: Readonly<Record<string, string | number | null | undefined>>): Answer =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) =>
      part === null || part === undefined || part === "" ? [] : [[name, String(part)]],
    ),
  )

/** Zero is no amount: the payer chooses. */
const centavos = (reais: number | undefined) =>
  reais === undefined || reais === 0 ? undefined : Math.round(reais * 100)

const ours: ReadonlyArray<Contender<string>> = [
  {
    title: "parse",
    use: (input) => parse(input),
    answer: (input) => {
      const code = parse(input)
      if (!code.ok) return null
      const { pixKey, info, url, recurrenceUrl, merchantName, merchantCity, mcc, txid, amountCentavos } = code.value
      return named({ pixKey, info, url, recurrenceUrl, merchantName, merchantCity, mcc, txid, amountCentavos })
    },
  },
]

const pixUtils: Peer<string> = {
  name: "pix-utils",
  title: "parsePix",
  use: (input) => parsePix(input),
  answer: (input) => {
    const code = parsePix(input)
    if (hasError(code) || (!isStaticPix(code) && !isDynamicPix(code) && !isRecurrencePix(code))) return null
    const { merchantName, merchantCity, merchantCategoryCode: mcc, urlRec: recurrenceUrl } = code
    const common = { merchantName, merchantCity, mcc, recurrenceUrl }
    if (!isStaticPix(code)) return named({ ...common, url: code.url })
    const { pixKey, infoAdicional: info, txid, transactionAmount } = code
    return named({ ...common, pixKey, info, txid, amountCentavos: centavos(transactionAmount) })
  },
}

const brazilianUtils: Peer<string> = {
  name: "@brazilian-utils/brazilian-utils",
  title: "getPixPayloadInfo",
  use: (input) => getPixPayloadInfo(input),
  answer: (input) => {
    const code = getPixPayloadInfo(input)
    if (code === null) return null
    const { key: pixKey, description: info, url, merchantName, merchantCity, txid, amount } = code
    return named({ pixKey, info, url, merchantName, merchantCity, txid, amountCentavos: centavos(amount) })
  },
  differences: [
    {
      because: "it refuses an amount that ends in a point, which EMV allows",
      concerns: (input) => /54\d\d\d+\.5802BR/u.test(input),
    },
    {
      because: "it refuses an amount of zero, by which the payer chooses",
      concerns: (input) => /54(?:010|040\.00)5802BR/u.test(input),
    },
    { because: "it refuses a port in a url", concerns: (input) => input.includes("localhost:5001") },
    {
      because: "it refuses a code of a recurrence alone",
      concerns: (input) => input.includes("26180014br.gov.bcb.pix52"),
    },
  ],
}

/** Its fields are to be had as lines of text only. */
const steplixQrcps: Peer<string> = {
  name: "steplix-emv-qrcps",
  title: "Parser.toEMVQR",
  use: (input) => steplix.Merchant.Parser.toEMVQR(input),
  answer: (input) => {
    const lines = steplix.Merchant.Parser.toEMVQR(input).rawData()
    const value = (tag: string) => new RegExp(`^${tag} \\d\\d (.*)$`, "mu").exec(lines)?.[1]
    return named({ merchantName: value("59"), merchantCity: value("60"), mcc: value("52") })
  },
}

const cases = (): ReadonlyArray<Case<string>> =>
  published("brcode")
    .filter(({ valid }) => valid)
    .map(({ input, valid }) => ({ input: flat(input), isValid: valid }))

/** The same codes with a merchant category of restaurants in place of 0000, "not known", and the sum that follows. */
const restaurants = (): ReadonlyArray<Case<string>> =>
  cases()
    .filter(({ input }) => input.includes("520400005303986"))
    .map(({ input, isValid }) => ({
      input: flat(withCrc(input.slice(0, -4).replace("520400005303986", "520458125303986"))),
      isValid,
    }))

const emvqrPeer: Peer<string> = {
  name: "emvqr",
  title: "decode",
  use: (input) => emvqr.decode(input),
  answer: (input) => {
    const items = emvqr.decode(input)
    const text = (tag: string) => (typeof items[tag]?.data === "string" ? items[tag].data : undefined)
    return named({ merchantName: text("59"), merchantCity: text("60") })
  },
}

/** "At least 20 times pix-utils, and ahead of the fastest parser found on npm." */
const goal = (peer: string) => (peer === "pix-utils" ? 20 : 1)

export const brCodes = (): ReadonlyArray<Comparison<string>> => [
  {
    title: "BR Code",
    cases: cases(),
    ours,
    peers: [
      pixUtils,
      brazilianUtils,
      { name: "validation-br", ...yesOrNo("isPixCopyPaste", (input: string) => isPixCopyPaste(input)) },
      steplixQrcps,
    ],
    goal,
  },
  { title: "BR Code of a restaurant", cases: restaurants(), ours, peers: [emvqrPeer], goal },
]

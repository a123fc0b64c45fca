/** What a person sees when the service listens: where everything is, and lines to paste that work. */
import type { SandboxAccount } from "./SandboxAccount.ts"

export interface Started {
  readonly environment: string
  readonly baseUrl: string
  readonly database: string
  readonly account: SandboxAccount | null
  /** The example merchant is part of the repository, and not of the package. */
  readonly inRepository: boolean
}

export const banner = ({ environment, baseUrl, database, account, inRepository }: Started): string => {
  const head = [
    "",
    `  Pesoreal (${environment}) is listening on ${baseUrl}`,
    "",
    `    docs      ${baseUrl}/docs   (machine-readable: ${baseUrl}/openapi.json)`,
    `    data      ${database}`,
  ]
  if (account === null) return [...head, ""].join("\n")
  return [
    ...head,
    `    account   ${account.publicId}, its credentials are in ${account.path}`,
    "",
    `  Take a charge to CONFIRMED: paste these lines in another terminal${inRepository ? ", in this directory" : ""}.`,
    "",
    ...walkthrough(baseUrl, account, inRepository),
    "",
    ...(inRepository ? ["  kill %1 stops that merchant."] : []),
    "  Ctrl-C stops the service; nothing is lost.",
    "",
  ].join("\n")
}

const field = (name: string) => `sed -E 's/.*"${name}":"([^"]+)".*/\\1/'`
const json = `-H 'content-type: application/json'`
const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The lines, which a test runs as they are printed. Their comments are words alone: an interactive zsh takes a comment for a
 * command, and a bracket or a quote in it for syntax.
 */
export const walkthrough = (baseUrl: string, account: SandboxAccount, withMerchant: boolean): ReadonlyArray<string> => [
  "# an access token, good for ten minutes",
  `TOKEN=$(curl -s ${baseUrl}/api/auth/token ${json} -H "x-ssl-client-cert: $(cat ${shellQuoted(account.certificatePath)})" -d '{"clientId":"${account.clientId}","clientSecret":"${account.clientSecret}"}' | ${field("access_token")})`,
  ...(withMerchant ? merchantLines(baseUrl) : []),
  "# a charge of 150.00 MXN",
  `ORDER=order-$(date +%s); curl -s ${baseUrl}/api/spei/cash-in ${json} -H "authorization: Bearer $TOKEN" -d '{"amountCentavos":15000,"externalId":"'$ORDER'","customerName":"Ana López","customerEmail":"ana@example.mx"}'; echo`,
  `# a second later it is CONFIRMED${withMerchant ? ", and the merchant has printed its verified webhook" : ""}`,
  `while sleep 1; RECORD=$(curl -s ${baseUrl}/api/spei/transaction/$ORDER -H "authorization: Bearer $TOKEN"); echo "$RECORD"; [[ $RECORD = *PENDING* ]]; do :; done`,
]

const merchantLines = (baseUrl: string): ReadonlyArray<string> => [
  "# a webhook, and the example merchant that receives it",
  `SECRET=$(curl -s ${baseUrl}/api/webhooks-config ${json} -H "authorization: Bearer $TOKEN" -d '{"url":"http://127.0.0.1:4000/webhooks","events":["cash_in"]}' | ${field("secret")})`,
  "WEBHOOK_SECRET=$SECRET PORT=4000 npm run --silent merchant &",
  "curl -s --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:4000/orders; echo",
]

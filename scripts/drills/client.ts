/** The few calls that a drill makes, in plain HTTP: an outage must show as it is, so nothing here retries. */

export interface Account {
  readonly credentials: { readonly clientId: string; readonly clientSecret: string }
  readonly certificate: { readonly pem: string }
}

export interface Answer<Body> {
  readonly status: number
  readonly body: Body
}

interface Call {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that hangs for longer is a failure, and is made again by whoever wants its answer. */
const requestLimitMs = 10_000

/** Rejects where there is no answer, or one that is not JSON. */
export const call = async <Body>(url: string, { body, headers = {} }: Call = {}): Promise<Answer<Body>> => {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestLimitMs),
  })
  // Safe as far as it is used: a drill compares the few fields that it reads.
  return { status: response.status, body: (await response.json()) as Body }
}

const expect = async <Body>(what: string, status: number, answer: Promise<Answer<Body>>): Promise<Body> => {
  const { status: found, body } = await answer
  if (found !== status) throw new Error(`${what} was answered ${found} instead of ${status}: ${JSON.stringify(body)}`)
  return body
}

/** A new sandbox account. */
export const signUp = (baseUrl: string): Promise<Account> => {
  const body = {
    holderName: "Comercio de Prueba",
    holderTaxIdPrimary: "XAXX010101000",
    holderTaxIdPrimaryType: "RFC",
    accountType: "PJ",
    isSandbox: true,
  }
  return expect("Sign-up", 201, call<Account>(`${baseUrl}/api/signup`, { body }))
}

/** A new access token. */
export const tokenOf = async (baseUrl: string, { credentials, certificate }: Account): Promise<string> => {
  const headers = { "x-ssl-client-cert": encodeURIComponent(certificate.pem) }
  const answer = call<{ access_token: string }>(`${baseUrl}/api/auth/token`, { body: credentials, headers })
  return (await expect("The token", 201, answer)).access_token
}

/** Registers a merchant's address for `cash_in`; answers the secret. */
export const registerWebhook = async (baseUrl: string, token: string, url: string): Promise<string> => {
  const body = { url, events: ["cash_in"] }
  const headers = { authorization: `Bearer ${token}` }
  const answer = call<{ secret: string }>(`${baseUrl}/api/webhooks-config`, { body, headers })
  return (await expect("The webhook configuration", 201, answer)).secret
}

export interface Charge {
  readonly transactionId: string
  readonly status: string
}

/** The body of a charge. */
export const chargeOf = (externalId: string) => ({
  amountCentavos: 15_000,
  externalId,
  customerName: "Ana López",
  customerEmail: "ana@example.mx",
})

/** One attempt to create a charge, whatever comes of it. */
export const charge = (baseUrl: string, token: string, externalId: string): Promise<Answer<Charge>> =>
  call(`${baseUrl}/api/spei/cash-in`, {
    body: chargeOf(externalId),
    headers: { authorization: `Bearer ${token}` },
  })

/** What the service says of a charge. */
export const lookUp = (baseUrl: string, token: string, externalId: string): Promise<Charge> =>
  expect(
    `The look-up of ${externalId}`,
    200,
    call<Charge>(`${baseUrl}/api/spei/transaction/${externalId}`, { headers: { authorization: `Bearer ${token}` } }),
  )

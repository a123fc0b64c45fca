/** Access tokens of the sandbox account, as a merchant gets them. One token serves all contenders. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"

/** They live 600 seconds; one is not used for longer than this, so that it outlives the measurement it begins. */
const renewAfterMs = 240_000

export interface AccessTokens {
  readonly current: () => Promise<string>
}

const textField = (from: unknown, name: string): string => {
  const value: unknown = typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined
  if (typeof value !== "string") throw new Error(`no ${name} in ${JSON.stringify(from)}`)
  return value
}

export const accessTokens = async (port: number, dataDirectory: string): Promise<AccessTokens> => {
  const account: unknown = JSON.parse(await readFile(join(dataDirectory, "sandbox-account.json"), "utf8"))
  const credentials = {
    clientId: textField(account, "clientId"),
    clientSecret: textField(account, "clientSecret"),
  }
  const certificate = encodeURIComponent(textField(account, "certificatePem"))
  const ask = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/token`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-ssl-client-cert": certificate },
      body: JSON.stringify(credentials),
    })
    return textField(await answer.json(), "access_token")
  }
  let token = await ask()
  let issuedAt = performance.now()
  return {
    current: async () => {
      if (performance.now() - issuedAt > renewAfterMs) {
        token = await ask()
        issuedAt = performance.now()
      }
      return token
    },
  }
}

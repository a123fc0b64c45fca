/**
 * A closed loop of load: so many connections, each sending its next charge when the last was answered. Written on bare
 * sockets, because the driver shares the machine with what it measures. Every answer is looked at: its status, and that
 * it is the answer to this request.
 */
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { chargeBody } from "./chargeBodies.ts"
import { seededRandom } from "./random.ts"
import { ResponseReader } from "./ResponseReader.ts"

export interface LoadPlan {
  readonly port: number
  readonly token: string
  readonly connections: number
  readonly durationMs: number
  readonly seed: number
  /** Begins every externalId; another one for every plan. */
  readonly prefix: string
  /** `X-Sandbox-Scenario`; null sends none. */
  readonly scenario: string | null
}

export interface LoadResult {
  /** 201 answers inside the duration: the rate is made of these. */
  readonly completed: number
  /** All 201 answers, those after the end included. */
  readonly created: number
  /** Answers of any other status, by status; `wrong` are answers to another request, `broken` lost connections. */
  readonly failures: Readonly<Record<string, number>>
  /** Body of one failure, to show. */
  readonly failure: string | null
  readonly elapsedMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time of the driver itself. */
  readonly driverCpuMs: number
}

const path = "/api/spei/cash-in"

class Tally {
  created = 0
  completed = 0
  failure: string | null = null
  readonly failures: Record<string, number> = {}
  readonly latenciesMs: Array<number> = []

  fail(kind: string, text: string): void {
    this.failures[kind] = (this.failures[kind] ?? 0) + 1
    this.failure ??= `${kind}: ${text}`
  }
}

const headOf = (plan: LoadPlan): string =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${plan.port}`,
    `Authorization: Bearer ${plan.token}`,
    "Content-Type: application/json",
    ...(plan.scenario === null ? [] : [`X-Sandbox-Scenario: ${plan.scenario}`]),
    "Content-Length: ",
  ].join("\r\n")

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Sends on one connection until the deadline; ends once the last answer is there. */
const runConnection = (
  socket: Socket,
  nextRequest: () => { readonly externalId: string; readonly text: string },
  deadline: number,
  tally: Tally,
): Promise<void> =>
  new Promise((resolve) => {
    const reader = new ResponseReader()
    let externalId = ""
    let sentAt = 0
    const send = () => {
      const request = nextRequest()
      externalId = request.externalId
      sentAt = performance.now()
      socket.write(request.text)
    }
    const broken = (reason: string) => {
      tally.fail("broken", reason)
      socket.destroy()
      resolve()
    }
    const closed = () => broken("the server closed the connection")
    socket.once("error", (error) => broken(error.message))
    socket.once("close", closed)
    socket.on("data", (chunk) => {
      const answer = reader.push(chunk)
      if (answer === undefined) return
      const now = performance.now()
      if (answer.status !== 201) tally.fail(String(answer.status), answer.body)
      else if (!answer.body.includes(`"externalId":"${externalId}"`)) tally.fail("wrong", answer.body)
      else {
        tally.created++
        if (now <= deadline) {
          tally.completed++
          tally.latenciesMs.push(now - sentAt)
        }
      }
      if (now < deadline) return send()
      socket.removeAllListeners()
      socket.destroy()
      resolve()
    })
    send()
  })

export const runClosedLoop = async (plan: LoadPlan): Promise<LoadResult> => {
  const random = seededRandom(plan.seed)
  const head = headOf(plan)
  let count = 0
  const nextRequest = () => {
    const externalId = `${plan.prefix}-${count++}`
    const body = chargeBody(random, externalId)
    return { externalId, text: `${head}${Buffer.byteLength(body)}\r\n\r\n${body}` }
  }
  const sockets = Array.from({ length: plan.connections }, () =>
    connect({ port: plan.port, host: "127.0.0.1", noDelay: true }),
  )
  await Promise.all(sockets.map((socket) => once(socket, "connect")))

  const tally = new Tally()
  const cpu = process.cpuUsage()
  const start = performance.now()
  const deadline = start + plan.durationMs
  await Promise.all(sockets.map((socket) => runConnection(socket, nextRequest, deadline, tally)))
  const { user, system } = process.cpuUsage(cpu)
  const sorted = tally.latenciesMs.toSorted((a, b) => a - b)
  return {
    completed: tally.completed,
    created: tally.created,
    failures: tally.failures,
    failure: tally.failure,
    elapsedMs: performance.now() - start,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    driverCpuMs: (user + system) / 1000,
  }
}

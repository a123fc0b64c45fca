/** The parent's side of the load driver. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { LoadPlan, LoadResult } from "./closedLoop.ts"

export interface LoadDriver {
  readonly run: (plan: LoadPlan) => Promise<LoadResult>
  readonly stop: () => Promise<void>
}

export const startLoadDriver = (): LoadDriver => {
  const child = fork(join(import.meta.dirname, "driver.ts"))
  const exited = once(child, "exit")
  return {
    run: async (plan) => {
      const answer = once(child, "message")
      child.send(plan)
      const first = await Promise.race([answer, exited.then(() => null)])
      if (first === null) throw new Error("The load driver ended in the middle of a run")
      // The driver sends nothing else.
      const [result] = first as [LoadResult]
      return result
    },
    stop: async () => {
      child.disconnect()
      await exited
    },
  }
}

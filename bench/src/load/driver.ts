/** The load driver's process: runs one plan at a time for its parent, so that measuring takes no time from the measured. */
import { type LoadPlan, runClosedLoop } from "./closedLoop.ts"

process.on("message", (plan: LoadPlan) => {
  void runClosedLoop(plan).then((result) => process.send?.(result))
})
process.once("disconnect", () => process.exit(0))

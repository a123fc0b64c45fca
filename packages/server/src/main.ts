/** Entry point of `npm start`: the service and nothing else. `pesoreal serve` runs the same. */
import { runService } from "./startup/launch.ts"

runService()

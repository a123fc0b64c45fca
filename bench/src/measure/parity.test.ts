import { assert, describe, it } from "vitest"
import { findPostgres, postgresMissing, startPostgres } from "../../../scripts/postgres.ts"
import { startLoadDriver } from "../load/LoadDriver.ts"
import { parameters } from "../parameters.ts"
import { withField } from "../servers/contenders.ts"
import { differences, shapeOf } from "./parity.ts"
import { measure } from "./rounds.ts"

describe("what the bench compares", () => {
  it("writes shapes with their keys in order and without their values", () => {
    assert.strictEqual(
      shapeOf({ b: [{ x: 1 }, { x: 2 }], a: null, c: { d: "text" } }),
      "{a: null, b: [{x: number}], c: {d: string}}",
    )
  })

  if (findPostgres() === undefined) {
    it("needs PostgreSQL, and says so", async () => {
      const outcome = await startPostgres().catch((error: unknown) => String(error))
      assert.include(outcome, postgresMissing)
    })
  } else {
    it("answers and stores alike, and loses nothing under load", { timeout: 120_000 }, async () => {
      await withField({ poolSize: 4 }, async (field) => {
        assert.deepStrictEqual(await differences(field), [])
        const rowsBefore = (await field.cluster.charges(field.contenders.pesoreal.database)).rows
        const driver = startLoadDriver()
        try {
          const args = ["--warm-up", "0", "--rounds", "1", "--seconds", "1", "--connections", "8"]
          const { created, failures } = await measure(
            field,
            driver,
            parameters([...args, "--settling-rounds", "1"]),
            () => undefined,
          )
          assert.deepStrictEqual(failures, [])
          const { rows, unsettled } = await field.cluster.charges(field.contenders.pesoreal.database)
          assert.isAbove(created.pesoreal, 0)
          assert.strictEqual(rows - rowsBefore, created.pesoreal)
          assert.strictEqual(unsettled, 0)
        } finally {
          await driver.stop()
        }
      })
    })
  }
})

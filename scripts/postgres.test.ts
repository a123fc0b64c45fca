import { existsSync, readdirSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { assert, describe, it } from "vitest"
import { findPostgres, majorOf, postgresMissing, startPostgres } from "./postgres.ts"

const accepts = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.once("connect", () => resolve(socket.destroy() !== undefined))
    socket.once("error", () => resolve(false))
  })

const clusters = () => readdirSync(tmpdir()).filter((name) => name.startsWith("pesoreal-pg-"))

describe("a throw-away PostgreSQL", () => {
  it("knows the major version of Debian's, Homebrew's and beta builds", () => {
    assert.strictEqual(majorOf("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), 15)
    assert.strictEqual(majorOf("postgres (PostgreSQL) 17.6 (Homebrew)"), 17)
    assert.strictEqual(majorOf("postgres (PostgreSQL) 19beta1"), 19)
    assert.strictEqual(majorOf("not a server"), undefined)
  })

  // Not a skipped test where there is none: in CI nothing may be skipped, and the database may be elsewhere.
  if (findPostgres() === undefined) {
    it("says that none was found", async () => {
      const outcome = await startPostgres().catch((error: unknown) => String(error))
      assert.include(outcome, postgresMissing)
    })
  } else {
    it("accepts connections until it is stopped, and leaves nothing behind", async () => {
      const before = new Set(clusters())
      const server = await startPostgres()
      const mine = clusters().filter((name) => !before.has(name))
      try {
        assert.isTrue(await accepts(server.url))
        assert.isAtLeast(mine.length, 1)
      } finally {
        await server.stop()
        await server.stop()
      }
      assert.isFalse(await accepts(server.url))
      assert.isTrue(mine.some((name) => !existsSync(`${tmpdir()}/${name}`)))
    })
  }

  it("says what PostgreSQL said when it does not start", async () => {
    const outcome = await startPostgres({ directory: "/nonexistent", major: 15 }).catch((error: unknown) => error)
    assert.instanceOf(outcome, Error)
    assert.match(outcome.message, /initdb failed/u)
  })
})

import { assert, it } from "vitest"
import { Result } from "effect"
import { trustedProxies } from "./TrustedProxies.ts"

const believes = (entries: ReadonlyArray<string>) => Result.getOrThrow(trustedProxies(entries))

it("believes any peer when * is listed, even one without an address", () => {
  const any = believes(["10.0.0.0/8", "*"])
  assert.isTrue(any("203.0.113.9"))
  assert.isTrue(any(undefined))
})

it("believes nobody when nothing is listed", () => {
  const nobody = believes([])
  for (const address of ["127.0.0.1", "::1", undefined, "", "not an address"]) assert.isFalse(nobody(address))
})

it("believes exactly the listed ranges, of both families", () => {
  const some = believes(["10.0.0.0/8", "192.0.2.7", "fd00::/8", "2001:db8::1", "198.51.100.0/31"])
  for (const address of [
    "10.0.0.0",
    "10.255.255.255",
    "192.0.2.7",
    "fd12::1",
    "fd12::1%eth0",
    "2001:db8::1",
    "198.51.100.1",
  ]) {
    assert.isTrue(some(address), address)
  }
  for (const address of [
    "9.255.255.255",
    "11.0.0.0",
    "192.0.2.8",
    "fe80::1",
    "2001:db8::2",
    "198.51.100.2",
    "",
    undefined,
  ]) {
    assert.isFalse(some(address), address)
  }
})

it("knows an IPv4 peer by its address in IPv6, as a dual-stack listener reports it", () => {
  assert.isTrue(believes(["10.0.0.0/8"])("::ffff:10.1.2.3"))
  assert.isFalse(believes(["10.0.0.0/8"])("::ffff:11.1.2.3"))
})

it("refuses entries that are no range, by name", () => {
  for (const entry of [
    "10.0.0.0/33",
    "10.0.0/8",
    "fd00::/129",
    "proxy.internal",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "",
    "fe80::1%eth0",
  ]) {
    const parsed = trustedProxies([entry])
    assert.isTrue(Result.isFailure(parsed), entry)
    if (Result.isFailure(parsed)) assert.include(parsed.failure.message, `"${entry}"`)
  }
})

/**
 * Which peers may forward a client certificate in a header. A certificate is public, so the header proves something only
 * when a proxy that has checked the TLS handshake wrote it.
 */
import { BlockList, isIP } from "node:net"
import { Result } from "effect"
import { InvalidTrustedProxy } from "./IdentityErrors.ts"

const anyPeer = "*"

/** Answers whether the peer at an address is trusted; an address that is unknown is trusted only by `*`. */
export type BelievesPeer = (remoteAddress: string | undefined) => boolean

/** From addresses and CIDR ranges of either family, or `*` for any peer. */
export const trustedProxies = (entries: ReadonlyArray<string>): Result.Result<BelievesPeer, InvalidTrustedProxy> => {
  if (entries.includes(anyPeer)) return Result.succeed(() => true)
  const ranges = new BlockList()
  for (const entry of entries) {
    const range = parseRange(entry)
    if (range === undefined) {
      return Result.fail(
        new InvalidTrustedProxy({
          message: `PESOREAL_TRUSTED_PROXIES: "${entry}" is no address range; write 10.0.0.0/8, 192.0.2.7, fd00::/8 or * for any peer.`,
        }),
      )
    }
    ranges.addSubnet(range.address, range.prefix, range.family)
  }
  return Result.succeed((remoteAddress) => {
    // A link-local peer carries its interface (fe80::1%eth0); ranges have none.
    const address = remoteAddress?.split("%")[0] ?? ""
    const family = familyOf(address)
    return family !== undefined && ranges.check(address, family)
  })
}

type Family = "ipv4" | "ipv6"

const familyOf = (address: string): Family | undefined => {
  const version = isIP(address)
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined
}

const parseRange = (entry: string): { address: string; prefix: number; family: Family } | undefined => {
  const [address = "", prefixText, ...rest] = entry.split("/")
  const family = familyOf(address)
  if (family === undefined || rest.length > 0 || address.includes("%")) return undefined
  const bits = family === "ipv4" ? 32 : 128
  if (prefixText === undefined) return { address, prefix: bits, family }
  const prefix = /^\d{1,3}$/u.test(prefixText) ? Number(prefixText) : Number.NaN
  return prefix <= bits ? { address, prefix, family } : undefined
}

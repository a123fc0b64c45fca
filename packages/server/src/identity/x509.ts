/**
 * The X.509 library, loaded where a certificate is made or a request is read: a server that only verifies pays nothing for
 * it. Certificates that are presented never come here: the platform's own X509Certificate reads those.
 */
import { Effect } from "effect"

/** A library that does not load is a defect of the installation. */
export const x509 = Effect.promise(async () => {
  // Its dependency injection stores metadata through this polyfill, which must be there first.
  await import("reflect-metadata")
  return await import("@peculiar/x509")
})

export type X509 = Effect.Success<typeof x509>

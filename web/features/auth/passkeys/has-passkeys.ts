import { publicIdentity } from '#web/platform/public-identity.ts'

/**
 * Whether passkeys can be used here: they are of the embedded provider, and browsers have them on a secure page under a
 * name, not under a network address.
 */
export function hasPasskeys(): boolean {
  const { hostname } = location
  return (
    publicIdentity.provider === 'embedded' && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(hostname)
  )
}

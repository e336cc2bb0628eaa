import { publicIdentity } from '#web/platform/public-identity.ts'

/**
 * Whether passkeys can be used here: they are of the embedded provider, and browsers have them on a secure page under a
 * name, not under a network address. A screen that is rendered for the eyes shows what nearly all browsers have.
 */
export function hasPasskeys(): boolean {
  if (publicIdentity.provider !== 'embedded') return false
  if (typeof window === 'undefined') return true
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}

import { recordProof } from '../recent-proof.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { findLinked } from './linked-accounts.ts'
import { isAskedSince, type SocialClient } from './social-client.ts'
import type { ReturnedSignIn } from './social-flow-cookie.ts'
import type { SocialProvider } from './social-providers.ts'
import { SocialRefused } from './social-refusal.ts'
import { useUp } from './sign-in-socially.ts'

/**
 * A signed-in member shows at their provider that they are there: their session counts as proved, and nothing else
 * happens. Throws `SocialRefused` (`other_account` for another member's account, or one that is not linked; `not_asked`
 * where the provider did not ask them just now), and what the provider's client throws.
 */
export async function proveSocially(
  identity: IdentityDeps,
  { provider, client }: { provider: SocialProvider; client: SocialClient },
  { query, pending }: { query: URLSearchParams; pending: ReturnedSignIn },
): Promise<void> {
  await useUp(identity, pending)
  const { sub, askedAt } = await client.finish(query, pending)
  // A provider that did not ask after the browser left has only its own old session to show.
  if (!isAskedSince(pending.beganAt, askedAt)) throw new SocialRefused('not_asked')
  const uid = await findLinked(identity.identityDb, provider.issuer, sub)
  if (uid === undefined || pending.sessionId === null) throw new SocialRefused('other_account')
  if (!(await recordProof(identity.identityDb, pending.sessionId, uid)))
    throw new SocialRefused('other_account')
}

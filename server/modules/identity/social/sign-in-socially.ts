import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#server/platform/http/problems.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { countNetworkMail } from '../mail-limits.ts'
import type { OpenSession } from '../open-session.ts'
import { replaceSession } from '../replace-session.ts'
import { sendVerification } from '../send-verification.ts'
import type { Caller } from '../session-cookie.ts'
import { startSession } from '../sign-in-by-link.ts'
import { accountOfSocialUser } from './social-account.ts'
import { isAskedSince, type SocialClient } from './social-client.ts'
import type { PendingSignIn, ReturnedSignIn } from './social-flow-cookie.ts'
import type { SocialProvider } from './social-providers.ts'
import { SocialRefused } from './social-refusal.ts'

/**
 * Finishes a sign-in that this browser began: the provider's answer is checked, the account found, linked or made,
 * and a session opened, which is a recent proof only where the provider asked who they are since the browser left. An
 * address that the provider has not verified is mailed our own code and link. Throws
 * `SocialRefused`, what the provider's client throws, and `user_disabled` and `user_deleted`.
 */
export async function signInSocially(
  identity: IdentityDeps,
  { provider, client }: { provider: SocialProvider; client: SocialClient },
  { query, pending }: { query: URLSearchParams; pending: ReturnedSignIn },
  caller: Caller,
): Promise<OpenSession> {
  await useUp(identity, pending)
  const user = await client.finish(query, pending)
  const account = await accountOfSocialUser(identity, provider, user, caller)
  if (account.isFirstProof) await endSessions(identity, account.uid)
  else await identity.accountChanged(account.uid)
  const countsAsProof = isAskedSince(pending.beganAt, user.askedAt)
  const session = await startSession(identity, { ...account, countsAsProof }, caller)
  const old = pending.sessionId
  if (old !== null) await replaceSession(identity, { old, by: session.sessionId })
  if (account.isNew && !account.emailVerified) await mailCode(identity, account.uid, caller)
  return session
}

/** A sign-in is finished once, also by who kept a copy of its cookie. Throws `SocialRefused`. */
export async function useUp(
  { identityDb }: Pick<IdentityDeps, 'identityDb'>,
  { state }: PendingSignIn,
): Promise<void> {
  const id = `social ${createHash('sha256').update(state).digest('base64url')}`
  // The engine's table of what is waited for; identity-expiry removes it.
  const { numAffectedRows } = await sql`
    insert into auth_verification (id, identifier, value, expires_at)
    values (${id}, 'social', '', now() + interval '1 hour') on conflict (id) do nothing`.execute(identityDb)
  if (numAffectedRows === 0n) throw new SocialRefused('expired')
}

async function mailCode(
  identity: IdentityDeps,
  uid: string,
  { network }: Pick<Caller, 'network'>,
): Promise<void> {
  try {
    await countNetworkMail(identity, network)
    await sendVerification(identity, uid)
  } catch (error) {
    // The network asked for too many, or the address had a mail less than a minute ago, for another account: this one asks again from its own screen.
    if (!(error instanceof Problem && error.code === 'too_many_requests')) throw error
  }
}

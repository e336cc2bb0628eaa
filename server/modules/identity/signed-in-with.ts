import type { SignedIn } from '#contracts/identity.schemas.ts'
import type { Context } from '#server/platform/http/bind.ts'
import { signedInAnswer } from './access-token.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { OpenSession } from './open-session.ts'
import { passCookies } from './session-cookie.ts'

/** A request and its reply, for cookies. */
export type Http = Pick<Context, 'request' | 'reply'>

/** Answers with the session's cookie and an access token; nothing on the way may keep it. */
export async function signedInWith(
  identity: IdentityDeps,
  { reply }: Pick<Http, 'reply'>,
  session: OpenSession,
): Promise<SignedIn> {
  passCookies(reply, session.cookies)
  reply.header('cache-control', 'no-store')
  return await signedInAnswer(identity.keys, identity.publicOrigin, session)
}

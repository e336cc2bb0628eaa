import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as endpoints from '#contracts/identity.endpoints.ts'
import type { MemberDirectory } from '#server/modules/accounts/public.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { clearSiteData } from '#server/platform/http/clear-site-data.ts'
import { Problem } from '#server/platform/http/problems.ts'
import type { TokenVerifier } from '#server/platform/verified-token.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { IdentityDb } from '../identity-queries.ts'
import type { SessionRules } from '../session-secret.ts'

/** What the end of a session with Firebase works with. */
export type FirebaseSessions = Pick<IdentityDeps, 'identityDb' | 'accountChanged'> & {
  verifier: TokenVerifier
  actorOf: MemberDirectory['actorOf']
  endSessions(uid: string): Promise<void>
}

/** The one call of a session that the browser's SDK keeps: its end. */
export function firebaseRoutes(sessions: FirebaseSessions): Route[] {
  return [
    bind(endpoints.signOut, async ({ body, ...http }) => {
      await endFirebaseSession(sessions, http, { everywhere: body.everywhere === true })
      return answer(204, null)
    }),
  ]
}

/**
 * Ends the session of the bearer: every token of its sign-in, also one that is renewed later, is `user_token_expired`
 * from now on; with `everywhere` every session of the member ends. A token that is refused already has none. Throws
 * `unavailable` where the token cannot be judged.
 */
async function endFirebaseSession(
  sessions: FirebaseSessions,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { everywhere }: { everywhere: boolean },
): Promise<void> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const signIn = token === undefined ? undefined : await signInOf(sessions, token)
  if (signIn && everywhere) await sessions.endSessions(signIn.uid)
  else if (signIn) {
    await insertEndedSignIn(sessions.identityDb, signIn)
    await sessions.accountChanged(signIn.uid)
  }
  clearSiteData(reply)
}

/** A sign-in as its tokens describe it; a renewed one keeps it. */
interface SignIn {
  uid: string
  sub: string
  signedInAt: Date
}

async function signInOf({ verifier, actorOf }: FirebaseSessions, token: string): Promise<SignIn | undefined> {
  try {
    const verified = await verifier.verify(token)
    const { uid } = await actorOf(verified)
    return { uid, sub: verified.sub, signedInAt: verified.issuedAt }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

async function insertEndedSignIn(db: IdentityDb, { uid, sub, signedInAt }: SignIn): Promise<void> {
  await sql`
    insert into ended_sign_in (uid, sub, signed_in_at) values (${uid}, ${sub}, ${signedInAt})
    on conflict do nothing`.execute(db)
}

/** The times of a person's sign-ins that have ended here, in ms. */
export async function endedSignInsOf(db: IdentityDb, sub: string): Promise<Set<number>> {
  const { rows } = await sql<{ signedInAt: Date }>`
    select signed_in_at as "signedInAt" from ended_sign_in where sub = ${sub}`.execute(db)
  return new Set(rows.map(({ signedInAt }) => signedInAt.getTime()))
}

/** Removes those whose tokens are refused by their age; answers how many. */
export async function deleteOldSignIns(db: IdentityDb, { lifetimeDays }: SessionRules): Promise<number> {
  // A day more: the database's clock may differ from ours.
  const { numAffectedRows } = await sql`
    delete from ended_sign_in where signed_in_at < now() - make_interval(days => ${lifetimeDays + 1})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

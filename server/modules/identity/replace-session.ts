import { sql } from 'kysely'
import { hashToken } from '#server/platform/secret-token.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { IdentityDb } from './identity-queries.ts'

/** How long other tabs of the browser may still use the access token they hold, until they have heard of the new one. */
export const replacedGraceSec = 30

/**
 * Ends the session that a browser had when it signed in anew: nothing can reach it any more, and it would stay in the
 * member's list for a month. Its cookie is dead at once, its access tokens within half a minute: otherwise a tab with
 * the old token would get `user_token_expired` and sign out every tab.
 */
export async function replaceSession(
  { identityDb, accountChanged }: IdentityDeps,
  { old, by }: { old: string; by: string },
): Promise<void> {
  if (old === by) return
  const uid = await identityDb.transaction().execute(async (tx) => {
    const { rows } = await sql<{ uid: string; secret: string }>`
      select user_id as uid, token as secret from auth_session
      where id = ${old} and token not like 'replaced %' for update`.execute(tx)
    const session = rows[0]
    if (!session) return undefined
    // By which a refresh that comes late with the old cookie is known (replacementOf).
    await sql`
      insert into session_secret (secret_hash, session_id, successor_used_at)
      values (${hashToken(session.secret)}, ${old}, clock_timestamp())`.execute(tx)
    await sql`
      update auth_session set token = 'replaced ' || gen_random_uuid(),
        expires_at = least(expires_at, now() + make_interval(secs => ${replacedGraceSec}))
      where id = ${old}`.execute(tx)
    return session.uid
  })
  if (uid !== undefined) await accountChanged(uid)
}

/** Whether a newer session of the browser replaced the one of this secret, and if that was only a moment ago. */
export async function replacementOf(db: IdentityDb, secret: string): Promise<'no' | 'recent' | 'past'> {
  const { rows } = await sql<{ isRecent: boolean }>`
    select s.expires_at > now() as "isRecent"
    from session_secret p join auth_session s on s.id = p.session_id
    where p.secret_hash = ${hashToken(secret)} and s.token like 'replaced %'`.execute(db)
  return rows[0] ? (rows[0].isRecent ? 'recent' : 'past') : 'no'
}

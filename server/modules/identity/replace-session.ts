import { sql } from 'kysely'
import type { IdentityDeps } from './identity-deps.ts'

/** How long other tabs of the browser may still use the access token they hold, until they have heard of the new one. */
export const replacedGraceSec = 30

/**
 * Ends the session that a browser had when it signed in anew: nothing can reach it any more, and it would stand in the
 * member's list for a month. Its cookie is dead at once, its access tokens within half a minute: a tab that has not
 * heard yet would otherwise be told that its session has ended, and would sign out every tab.
 */
export async function replaceSession(
  { identityDb, accountChanged }: IdentityDeps,
  { old, by }: { old: string; by: string },
): Promise<void> {
  if (old === by) return
  const { rows } = await sql<{ uid: string }>`
    update auth_session set token = 'replaced ' || gen_random_uuid(),
      expires_at = least(expires_at, now() + make_interval(secs => ${replacedGraceSec}))
    where id = ${old} returning user_id as uid`.execute(identityDb)
  if (rows[0]) await accountChanged(rows[0].uid)
}

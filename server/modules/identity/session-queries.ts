import { sql } from 'kysely'
import type { IdentityDb } from './identity-queries.ts'

/** A living session as its member may see it. */
export interface ListedSession {
  id: string
  userAgent: string
  country: string | null
  createdAt: Date
  /** To the hour: a session is not written on every use. */
  lastSeenAt: Date
}

/** The living sessions of an account, the last used first; without those that a new sign-in has just replaced. */
export async function listSessionsOf(db: IdentityDb, uid: string): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select s.id, coalesce(s.user_agent, '') as "userAgent", p.country,
      s.created_at as "createdAt", s.updated_at as "lastSeenAt"
    from auth_session s left join session_place p on p.session_id = s.id
    where s.user_id = ${uid} and s.expires_at > now() and s.token not like 'replaced %'
    order by s.updated_at desc, s.id`.execute(db)
  return rows
}

/** Ends one session of an account; answers whether there was one. */
export async function deleteSessionOf(db: IdentityDb, uid: string, sessionId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from auth_session where id = ${sessionId} and user_id = ${uid}`.execute(db)
  return numAffectedRows === 1n
}

/** Ends the sessions of an account but one; answers how many. */
export async function deleteOtherSessions(db: IdentityDb, uid: string, kept: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from auth_session where user_id = ${uid} and id <> ${kept}`.execute(db)
  return Number(numAffectedRows)
}

import { sql } from 'kysely'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import type { OperatorSessionRules } from './access-deps.ts'

/** Minutes for which an access token works: it is in the memory of a tab alone. */
const tokenMinutes = 10
/** Minutes for which a proved factor counts. */
export const proofMinutes = 10
/** Access tokens of a session that work at a time: one for each tab, and the older ones of their last minutes. */
const tokensMax = 30

/** A living session with its operator, as both are now. */
export interface OperatorSession {
  sessionId: string
  operatorId: string
  name: string
  email: string
  role: OperatorRole
  createdAt: Date
  provedAt: Date
  isRecent: boolean
}

const columns = sql`
  s.id as "sessionId", o.id as "operatorId", o.name, o.email, o.role, s.created_at as "createdAt",
  s.proved_at as "provedAt", s.proved_at > now() - make_interval(mins => ${sql.lit(proofMinutes)}) as "isRecent"`

const isAlive = ({ idleMinutes, lifetimeHours }: OperatorSessionRules) => sql<boolean>`(
  o.disabled_at is null and s.last_used_at > now() - make_interval(mins => ${idleMinutes}::int)
  and s.created_at > now() - make_interval(hours => ${lifetimeHours}::int))`

/** Opens a session for an operator who has just proved a factor; answers the secret of its cookie. */
export async function insertSession(
  tx: Tx,
  { operatorId, userAgent, country }: { operatorId: string; userAgent: string; country: string | null },
): Promise<{ sessionId: string; secret: string }> {
  const { token: secret, tokenHash } = newToken()
  const { rows } = await sql<{ id: string }>`
    insert into operator_session (operator_id, secret_hash, user_agent, country)
    values (${operatorId}, ${tokenHash}, ${userAgent}, ${country}) returning id`.execute(tx)
  return { sessionId: rows[0]!.id, secret }
}

/** A session with its first access token, without a sign-in: for tests and measurements. */
export async function openOperatorSession(
  tx: Tx,
  { operatorId }: { operatorId: string },
): Promise<{ sessionId: string; secret: string; accessToken: string }> {
  const opened = await insertSession(tx, { operatorId, userAgent: '', country: null })
  return { ...opened, accessToken: (await newAccessToken(tx, opened.sessionId)).token }
}

/** The living session of a cookie's secret. */
export async function sessionOfCookie(
  db: Db,
  secret: string,
  rules: OperatorSessionRules,
): Promise<OperatorSession | undefined> {
  const { rows } = await sql<OperatorSession>`
    select ${columns} from operator_session s join operator o on o.id = s.operator_id
    where s.secret_hash = ${hashToken(secret)} and ${isAlive(rules)}`.execute(db)
  return rows[0]
}

/** The session of an access token: whether it lives, and whether the token is over. Undefined for a token of none. */
export async function sessionOfToken(
  db: Db,
  token: string,
  rules: OperatorSessionRules,
): Promise<(OperatorSession & { isAlive: boolean; isExpired: boolean }) | undefined> {
  const { rows } = await sql<OperatorSession & { isAlive: boolean; isExpired: boolean }>`
    select ${columns}, ${isAlive(rules)} as "isAlive", t.expires_at <= now() as "isExpired"
    from operator_token t join operator_session s on s.id = t.session_id join operator o on o.id = s.operator_id
    where t.token_hash = ${hashToken(token)}`.execute(db)
  return rows[0]
}

/**
 * The next access token of a session; what expired long ago goes, and so does what is too much. Throws `unauthenticated`
 * for a session that ended meanwhile.
 */
export async function newAccessToken(db: Db, sessionId: string): Promise<{ token: string; expiresAt: Date }> {
  const { token: text } = newToken()
  const token = `crels_ot_${text}`
  // An expired one says for an hour more that it is expired, which a tab answers by asking for the next.
  await sql`
    delete from operator_token where session_id = ${sessionId} and (expires_at < now() - interval '1 hour'
      or token_hash not in (select token_hash from operator_token where session_id = ${sessionId}
        order by expires_at desc limit ${tokensMax}))`.execute(db)
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into operator_token (token_hash, session_id, expires_at)
    select ${hashToken(token)}::bytea, id, now() + make_interval(mins => ${tokenMinutes})
    from operator_session where id = ${sessionId} for key share
    returning expires_at as "expiresAt"`.execute(db)
  if (!rows[0]) throw problem('unauthenticated')
  return { token, expiresAt: rows[0].expiresAt }
}

/** A person asked something: noted twice a minute at most. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    update operator_session set last_used_at = now()
    where id = ${sessionId} and last_used_at < now() - interval '30 seconds'`.execute(db)
}

/** A factor was proved in this session just now. */
export async function recordProof(db: Db, sessionId: string): Promise<Date> {
  const { rows } = await sql<{ provedAt: Date }>`
    update operator_session set proved_at = now() where id = ${sessionId} returning proved_at as "provedAt"`.execute(
    db,
  )
  if (!rows[0]) throw problem('user_token_expired')
  return rows[0].provedAt
}

/** A session as its operator sees it. */
export interface ListedOperatorSession {
  id: string
  userAgent: string
  country: string | null
  createdAt: Date
  lastUsedAt: Date
}

export async function listSessions(
  db: Db,
  operatorId: string,
  rules: OperatorSessionRules,
): Promise<ListedOperatorSession[]> {
  const { rows } = await sql<ListedOperatorSession>`
    select s.id, s.user_agent as "userAgent", s.country, s.created_at as "createdAt", s.last_used_at as "lastUsedAt"
    from operator_session s join operator o on o.id = s.operator_id
    where s.operator_id = ${operatorId} and ${isAlive(rules)} order by s.last_used_at desc, s.id`.execute(db)
  return rows
}

/** Ends sessions of an operator with all their tokens: one, or every one. Answers how many. */
export async function deleteSessions(db: Db, operatorId: string, sessionId?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from operator_session where operator_id = ${operatorId}
      and ${sessionId === undefined ? sql`true` : sql`id = ${sessionId}`}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Voids the invitation of an operator. */
export async function deleteInvitation(db: Db, operatorId: string): Promise<void> {
  await sql`delete from operator_invitation where operator_id = ${operatorId}`.execute(db)
}

/** Removes what opens nothing any more; answers how many sessions. */
export async function deleteEndedSessions(db: Db, rules: OperatorSessionRules): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from operator_session s using operator o where o.id = s.operator_id and not ${isAlive(rules)}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

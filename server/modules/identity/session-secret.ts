import { sql } from 'kysely'
import { sessionIdleSec } from './engine.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { type IdentityDb, deleteSession, findIdentityUser } from './identity-queries.ts'
import { recordSecurityEvent } from './security-events.ts'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'

/** How long sessions live and how often their secret is replaced. */
export interface SessionRules {
  /** Days from sign-in to the end of a session, however much it is used. */
  lifetimeDays: number
  /** Minutes after which the next refresh replaces the secret; 0 does so at every refresh. */
  rotationMinutes: number
}

/** A replaced secret is accepted for this long, and only while its successor was not used. */
const overlapSec = 60

/** A living session, as the secret of a request's cookie opens it. */
export interface HeldSession {
  sessionId: string
  uid: string
  /** What the browser holds from now on; null where it has that. */
  handed: { secret: string; maxAgeSec: number } | null
}

/** How a secret is presented. */
export interface Presentation {
  /** When the request came, by `performance.now()`. */
  receivedAtMs: number
  /** Whether the answer may carry a new secret. */
  renew: boolean
}

/**
 * The living session of a secret, or null. Three tabs that refresh at once, and a retry after a lost answer, come with
 * a secret whose successor was not used: each is handed that same successor. Once the successor was used, or 60 s have
 * passed, the old secret is in other hands: the session ends with all its tokens, and its member is mailed.
 */
export async function holdSession(
  identity: IdentityDeps,
  secret: string,
  presentation: Presentation,
): Promise<HeldSession | null> {
  const { identityDb, sessionRules } = identity
  const current = await findCurrentSession(identityDb, secret, sessionRules)
  if (current && !current.isFirstUse && !(presentation.renew && current.isRenewalDue))
    return { sessionId: current.id, uid: current.uid, handed: null }
  const { held, reusedBy } = await identityDb.transaction().execute(async (tx) => {
    const session = await lockSession(tx, secret, sessionRules)
    if (!session) return { held: null }
    if (session.secret === secret) return { held: await present(tx, session, presentation, sessionRules) }
    const held = await presentReplaced(tx, session, secret, presentation)
    if (held) return { held }
    await endReusedSession(tx, identity, session)
    return { held: null, reusedBy: session.uid }
  })
  if (reusedBy !== undefined) await identity.accountChanged(reusedBy)
  return held
}

const isAlive = ({ lifetimeDays }: SessionRules) => sql`
  s.expires_at > now() and s.created_at > now() - make_interval(days => ${lifetimeDays})`

interface CurrentSession {
  id: string
  uid: string
  isFirstUse: boolean
  isRenewalDue: boolean
}

/** The living session whose present secret this is. Writes nothing, and a replaced secret opens nothing here. */
export async function findCurrentSession(
  db: IdentityDb,
  secret: string,
  rules: SessionRules,
): Promise<CurrentSession | undefined> {
  const { rows } = await sql<CurrentSession>`
    select s.id, s.user_id as uid,
      exists (select from session_secret p where p.session_id = s.id and p.successor_used_at is null) as "isFirstUse",
      s.updated_at <= now() - make_interval(mins => ${rules.rotationMinutes}) as "isRenewalDue"
    from auth_session s where s.token = ${secret} and ${isAlive(rules)}`.execute(db)
  return rows[0]
}

interface LockedSession {
  id: string
  uid: string
  /** The present one. */
  secret: string
  maxAgeSec: number
  isRenewalDue: boolean
}

/**
 * The session that a secret opens or once opened, locked: of two that present it at once the second sees what the first
 * did.
 */
async function lockSession(
  tx: IdentityDb,
  secret: string,
  rules: SessionRules,
): Promise<LockedSession | undefined> {
  const { rows } = await sql<LockedSession>`
    select s.id, s.user_id as uid, s.token as secret,
      ceil(extract(epoch from s.expires_at - now()))::integer as "maxAgeSec",
      s.updated_at <= now() - make_interval(mins => ${rules.rotationMinutes}) as "isRenewalDue"
    from auth_session s
    where s.id = coalesce(
        (select session_id from session_secret where secret_hash = ${hashToken(secret)}),
        (select id from auth_session where token = ${secret}))
      and s.token not like 'replaced %' and ${isAlive(rules)}
    for update of s`.execute(tx)
  return rows[0]
}

async function present(
  tx: IdentityDb,
  session: LockedSession,
  { renew }: Presentation,
  rules: SessionRules,
): Promise<HeldSession> {
  const { id: sessionId, uid, secret } = session
  await sql`
    update session_secret set successor_used_at = clock_timestamp()
    where session_id = ${sessionId} and successor_used_at is null`.execute(tx)
  const handed = renew && session.isRenewalDue ? await renewed(tx, sessionId, secret, rules) : null
  return { sessionId, uid, handed }
}

/** Replaces the secret, and the session lives 30 days more, at most to the end of its lifetime. */
async function renewed(tx: IdentityDb, sessionId: string, secret: string, { lifetimeDays }: SessionRules) {
  const { token: next } = newToken()
  await sql`insert into session_secret (secret_hash, session_id) values (${hashToken(secret)}, ${sessionId})`.execute(
    tx,
  )
  const { rows } = await sql<{ maxAgeSec: number }>`
    update auth_session set token = ${next}, updated_at = now(), expires_at = least(
      now() + make_interval(secs => ${sessionIdleSec}), created_at + make_interval(days => ${lifetimeDays}))
    where id = ${sessionId}
    returning ceil(extract(epoch from expires_at - now()))::integer as "maxAgeSec"`.execute(tx)
  return { secret: next, maxAgeSec: rows[0]!.maxAgeSec }
}

/** Null where the use of a replaced secret shows that two have it. */
async function presentReplaced(
  tx: IdentityDb,
  { id: sessionId, uid, secret: present, maxAgeSec }: LockedSession,
  secret: string,
  { renew, receivedAtMs }: Presentation,
): Promise<HeldSession | null> {
  const waitedMs = performance.now() - receivedAtMs
  const { rows } = await sql<{ isRecent: boolean; isUnused: boolean; cameBefore: boolean }>`
    select replaced_at > clock_timestamp() - make_interval(secs => ${overlapSec}) as "isRecent",
      successor_used_at is null as "isUnused",
      coalesce(successor_used_at > clock_timestamp() - make_interval(secs => ${waitedMs / 1000}), false) as "cameBefore"
    from session_secret where secret_hash = ${hashToken(secret)}`.execute(tx)
  const { isRecent, isUnused, cameBefore } = rows[0]!
  if (!isRecent) return null
  if (isUnused) return { sessionId, uid, handed: renew ? { secret: present, maxAgeSec } : null }
  // It came before its successor was used, and waited here for the database; the browser has a newer one by now.
  return cameBefore ? { sessionId, uid, handed: null } : null
}

/** Removes what is known of secrets that no cookie carries any more; answers how many. */
export async function deleteOldSecrets(db: IdentityDb): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session_secret
    where replaced_at < now() - make_interval(secs => ${sessionIdleSec}) and successor_used_at is not null`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/**
 * Ends a session of which an old secret was used: a copy of it is in other hands, or an answer was lost for more than a
 * minute, and the two cannot be distinguished. The member finds it among their security events, and is mailed where the
 * address is verified. The caller says `accountChanged` after the commit.
 */
async function endReusedSession(
  tx: IdentityDb,
  { mailer, publicOrigin }: Pick<IdentityDeps, 'mailer' | 'publicOrigin'>,
  { id, uid }: { id: string; uid: string },
): Promise<void> {
  await deleteSession(tx, id)
  await recordSecurityEvent(tx, uid, 'session_reused')
  const user = await findIdentityUser(tx, uid)
  if (!user?.emailVerified) return
  await mailAccount(tx, mailer, uid, () =>
    composeMail({
      to: user.email,
      subject: m.mail_session_reused_subject(),
      lines: [m.mail_session_reused_hello(), m.mail_session_reused_why()],
      action: { label: m.mail_session_reused_action(), url: `${publicOrigin}${paths.resetPassword}` },
      notes: [m.mail_session_reused_hint()],
    }),
  )
}

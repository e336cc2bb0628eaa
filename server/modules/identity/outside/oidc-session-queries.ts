import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import { sessionIdleSec } from '../engine.ts'
import type { IdentityDb } from '../identity-queries.ts'
import { replacedGraceSec } from '../replace-session.ts'
import type { SessionRules } from '../session-secret.ts'
import type { OidcTokens } from './oidc-client.ts'

/** A living session with an issuer; `idToken` is kept only where no refresh token renews it. */
export interface OidcSession {
  id: string
  uid: string
  sub: string
  refreshToken: string | null
  idToken: string | null
  signedInAt: Date
}

const purpose = 'issuer tokens'
const contextOf = (id: string) => `outside session:${id}`

/** Where the tokens are, for a change of the SECRET. */
export const sealedIssuerTokens: SealedColumn[] = [
  { table: 'identity.outside_session', idColumn: 'id', column: 'tokens_sealed', purpose, contextOf },
]

/**
 * Has the transaction wait 6 s for a row and no longer: a refresh in another process holds it for up to 5 s while the
 * issuer answers, and a waiting request holds one of the provider's eight connections. Then it fails, `unavailable`.
 */
export async function boundLockWait(tx: IdentityDb): Promise<void> {
  await sql`set local lock_timeout = '6s'`.execute(tx)
}

/** Whose session it is. Throws `user_token_expired` once it has ended. */
export async function requireOwner(db: IdentityDb, id: string): Promise<string> {
  const { rows } = await sql<{ uid: string }>`select uid from outside_session where id = ${id}`.execute(db)
  if (!rows[0]) throw problem('user_token_expired')
  return rows[0].uid
}

/** Keeps the session that a person began, with the tokens of the issuer; answers its id. */
export async function insertOidcSession(
  db: IdentityDb,
  secret: Secret,
  { uid, sub, tokens }: { uid: string; sub: string; tokens: OidcTokens },
): Promise<string> {
  const id = newId('session')
  await sql`
    insert into outside_session (id, uid, sub, tokens_sealed)
    values (${id}, ${uid}, ${sub}, ${sealed(secret, id, tokens)})`.execute(db)
  await recordIdToken(db, { id, uid, sub }, tokens.idToken)
  return id
}

/**
 * The session, locked until the transaction ends; undefined once it has ended or was replaced. Throws where its tokens
 * cannot be opened.
 */
export async function lockOidcSession(
  tx: IdentityDb,
  { secret, sessionRules }: { secret: Secret; sessionRules: SessionRules },
  id: string,
): Promise<OidcSession | undefined> {
  const { rows } = await sql<{ uid: string; sub: string; sealed: string; signedInAt: Date }>`
    select uid, sub, tokens_sealed as sealed, signed_in_at as "signedInAt" from outside_session
    where id = ${id} and replaced_at is null and used_at > now() - make_interval(secs => ${sessionIdleSec})
      and signed_in_at > now() - make_interval(days => ${sessionRules.lifetimeDays})
    for update`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const tokens = JSON.parse(secret.open(purpose, contextOf(id), row.sealed)) as Pick<
    OidcSession,
    'refreshToken' | 'idToken'
  >
  return { id, uid: row.uid, sub: row.sub, signedInAt: row.signedInAt, ...tokens }
}

/** Keeps what the issuer has just given in place of what it gave before. */
export async function keepTokens(
  tx: IdentityDb,
  secret: Secret,
  session: OidcSession,
  tokens: OidcTokens,
): Promise<void> {
  await sql`
    update outside_session set tokens_sealed = ${sealed(secret, session.id, tokens)}, used_at = clock_timestamp()
    where id = ${session.id}`.execute(tx)
  await recordIdToken(tx, session, tokens.idToken)
}

/**
 * Ends a session, also a replaced one, and the ID tokens it was given. Answers whose it was; the caller says
 * `accountChanged` after the commit.
 */
export async function deleteOidcSession(tx: IdentityDb, id: string): Promise<string | undefined> {
  await sql`
    update outside_token set ended_at = clock_timestamp()
    where session_id = ${id} and (ended_at is null or ended_at > clock_timestamp())`.execute(tx)
  const { rows } = await sql<{ uid: string }>`
    delete from outside_session where id = ${id} returning uid`.execute(tx)
  return rows[0]?.uid
}

/**
 * Marks a session as replaced by a newer one of its browser: it renews nothing, and its ID tokens end in a moment, when
 * the browser's other tabs have heard of the new one. Answers whose it was; the caller says `accountChanged` after the
 * commit.
 */
export async function markOidcSessionReplaced(tx: IdentityDb, id: string): Promise<string | undefined> {
  // The row comes first: a refresh under way keeps its token before it lets go of the row.
  const { rows } = await sql<{ uid: string }>`
    update outside_session set replaced_at = clock_timestamp()
    where id = ${id} and replaced_at is null returning uid`.execute(tx)
  if (!rows[0]) return undefined
  await sql`
    update outside_token set ended_at = clock_timestamp() + make_interval(secs => ${replacedGraceSec})
    where session_id = ${id} and ended_at is null`.execute(tx)
  return rows[0].uid
}

/** Whether a newer session of the browser replaced this one, and if that was only a moment ago. */
export async function replacementOf(db: IdentityDb, id: string): Promise<'no' | 'recent' | 'past'> {
  const { rows } = await sql<{ isRecent: boolean }>`
    select replaced_at > clock_timestamp() - make_interval(secs => ${replacedGraceSec}) as "isRecent"
    from outside_session where id = ${id} and replaced_at is not null`.execute(db)
  return rows[0] ? (rows[0].isRecent ? 'recent' : 'past') : 'no'
}

/**
 * The hashes, in hexadecimal, of a person's ID tokens that end with their session and have not expired, each with the
 * time of its end: past, or of a replaced session a moment away.
 */
export async function endedTokensOf(db: IdentityDb, sub: string): Promise<Map<string, number>> {
  // Counted from now: the database's clock may differ from ours.
  const { rows } = await sql<{ hash: string; inMs: number }>`
    select encode(token_hash, 'hex') as hash,
      (extract(epoch from ended_at - clock_timestamp()) * 1000)::float8 as "inMs" from outside_token
    where sub = ${sub} and ended_at is not null`.execute(db)
  const nowMs = Date.now()
  return new Map(rows.map(({ hash, inMs }) => [hash, inMs <= 0 ? 0 : nowMs + inMs]))
}

/** Removes sessions and tokens that have expired; answers how many. */
export async function deleteExpiredOutside(db: IdentityDb, { lifetimeDays }: SessionRules): Promise<number> {
  const results = [
    await sql`
      delete from outside_session where used_at < now() - make_interval(secs => ${sessionIdleSec})
        or signed_in_at < now() - make_interval(days => ${lifetimeDays})
        or replaced_at < now() - interval '1 hour'`.execute(db),
    // Beyond the clocks' difference that a verifier allows.
    await sql`delete from outside_token where expires_at < now() - interval '5 minutes'`.execute(db),
  ]
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n), 0)
}

function sealed(secret: Secret, id: string, { refreshToken, idToken }: OidcTokens): string {
  return secret.seal(
    purpose,
    contextOf(id),
    JSON.stringify({ refreshToken, idToken: refreshToken === null ? idToken : null }),
  )
}

async function recordIdToken(
  tx: IdentityDb,
  { id, uid, sub }: Pick<OidcSession, 'id' | 'uid' | 'sub'>,
  idToken: string,
): Promise<void> {
  await sql`
    insert into outside_token (token_hash, session_id, uid, sub, expires_at)
    values (${hashToken(idToken)}, ${id}, ${uid}, ${sub}, to_timestamp(${expiryOf(idToken)}))
    on conflict (token_hash) do nothing`.execute(tx)
}

/** Of a token that is not judged yet; the verifier refuses one without an end. */
function expiryOf(idToken: string): number {
  try {
    const { exp } = decodeJwt(idToken)
    if (typeof exp === 'number' && exp > 0 && exp < 1e11) return exp
  } catch {
    // Not a JWT: no verifier accepts it.
  }
  return Date.now() / 1000
}

import { sql } from 'kysely'
import { unprovenPermissions } from '#contracts/operator-endpoints.ts'
import { scopesOf, type OperatorPermission, type OperatorRole } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import { operate } from '../operate.ts'
import { keepActive } from '../operator-queries.ts'

/** An API key, without its secret. */
export interface OperatorKey {
  id: string
  name: string
  operatorId: string
  operatorName: string
  scopes: OperatorPermission[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

const columns = sql`k.id, k.name, k.operator_id as "operatorId", o.name as "operatorName", k.scopes,
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"`

/** The keys of an operator, or of everybody; the newest first. */
export async function listKeys(db: Db, operatorId: string | null): Promise<OperatorKey[]> {
  const { rows } = await sql<OperatorKey>`
    select ${columns} from operator_key k join operator o on o.id = k.operator_id
    where ${operatorId}::text is null or k.operator_id = ${operatorId}
    order by k.created_at desc, k.id desc limit 500`.execute(db)
  return rows
}

/** What an API key of an operator of a role may be for: each opens something. */
export function keyScopesOf(role: OperatorRole): OperatorPermission[] {
  return scopesOf(role).filter((scope) => unprovenPermissions.has(scope))
}

/**
 * Makes an API key for some of what its operator may do; only the hash of the secret is kept. Throws `forbidden` for a
 * scope that is not the operator's to give, and for who is disabled meanwhile.
 */
export async function createKey(
  tx: Tx,
  actor: OperatorCaller,
  { name, scopes, days }: { name: string; scopes: OperatorPermission[]; days: number },
): Promise<OperatorKey & { secret: string }> {
  const allowed = keyScopesOf(actor.role)
  const wrong = scopes.find((scope) => !allowed.includes(scope))
  if (wrong) throw problem('forbidden', { detail: `A key of yours cannot be for ${wrong}.` })
  await keepActive(tx, actor.operatorId)
  const { rows: ids } = await sql<{ id: string }>`select new_id('opa') as id`.execute(tx)
  const { id } = ids[0]!
  const given = [...new Set(scopes)]
  await operate(tx, actor, {
    action: 'operator-key.create',
    target: id,
    after: { name, scopes: given, days },
  })
  const secret = `crels_ok_${newToken().token}`
  await sql`
    insert into operator_key (id, operator_id, name, secret_hash, scopes, expires_at)
    values (${id}, ${actor.operatorId}, ${name}, ${hashToken(secret)}, ${given}, now() + make_interval(days => ${days}))`.execute(
    tx,
  )
  const made = (await listKeys(tx, actor.operatorId)).find((key) => key.id === id)!
  return { ...made, secret }
}

/** Ends a key, at once; one that has ended stays as it was. Throws `not_found` for one that is not theirs to end. */
export async function revokeKey(tx: Tx, actor: OperatorCaller, { id }: { id: string }): Promise<void> {
  const { rows } = await sql<{ operatorId: string; isRevoked: boolean }>`
    select operator_id as "operatorId", revoked_at is not null as "isRevoked"
    from operator_key where id = ${id} for update`.execute(tx)
  const key = rows[0]
  if (!key || (key.operatorId !== actor.operatorId && actor.role !== 'owner')) throw problem('not_found')
  if (key.isRevoked) return
  await operate(tx, actor, { action: 'operator-key.revoke', target: id })
  await sql`update operator_key set revoked_at = now() where id = ${id}`.execute(tx)
}

/** Whether a key was revoked: what it began ends with it. */
export async function isRevoked(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from operator_key where id = ${id} and revoked_at is not null`.execute(db)
  return rows.length > 0
}

/** Ends every key of an operator. */
export async function revokeKeysOf(tx: Tx, operatorId: string): Promise<void> {
  await sql`
    update operator_key set revoked_at = now() where operator_id = ${operatorId} and revoked_at is null`.execute(
    tx,
  )
}

/** How many keys of an operator work. */
export async function countKeysOf(db: Db, operatorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operator_key
    where operator_id = ${operatorId} and revoked_at is null and expires_at > now()`.execute(db)
  return rows[0]!.count
}

/** Who acts by a key, with what it is for; undefined for one that is none, has ended, or whose operator may not act. */
export async function operatorOfKey(
  db: Db,
  secret: string,
): Promise<
  | {
      keyId: string
      operatorId: string
      name: string
      email: string
      role: OperatorRole
      scopes: OperatorPermission[]
    }
  | undefined
> {
  // Noted to the minute: a program that asks often writes seldom.
  const { rows } = await sql<{
    keyId: string
    operatorId: string
    name: string
    email: string
    role: OperatorRole
    scopes: OperatorPermission[]
  }>`
    with used as (
      update operator_key set last_used_at = now()
      where secret_hash = ${hashToken(secret)} and revoked_at is null and expires_at > now()
        and (last_used_at is null or last_used_at < now() - interval '1 minute'))
    select k.id as "keyId", o.id as "operatorId", o.name, o.email, o.role, k.scopes
    from operator_key k join operator o on o.id = k.operator_id
    where k.secret_hash = ${hashToken(secret)} and k.revoked_at is null and k.expires_at > now()
      and o.disabled_at is null`.execute(db)
  return rows[0]
}

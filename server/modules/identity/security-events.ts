import { sql } from 'kysely'
import { economyBounds } from '#rules/economy.ts'
import type { Db } from '#server/platform/database.ts'

/** What can happen to the security of an account. */
export type SecurityEventKind =
  | 'email_changed'
  | 'email_recovered'
  | 'address_proved'
  | 'password_changed'
  | 'password_reset'
  | 'disabled'
  | 'enabled'
  | 'signed_out'
  | 'social_linked'
  | 'social_unlinked'
  | 'session_reused'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'second_factors_removed'

/** The events after which what was proved before is worth nothing. */
export const endsProofs = sql`kind in ('password_changed', 'password_reset', 'email_changed', 'email_recovered', 'address_proved', 'social_unlinked', 'passkey_removed', 'second_factors_removed')`

/**
 * How far the history of an account's security goes. What was proved before a change is worth nothing after it: read
 * with a proof and once more when its session is there, two different versions mean that the session must be refused.
 */
export async function securityVersion(db: Db, uid: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(max(id), 0)::text as version from security_event where uid = ${uid} and ${endsProofs}`.execute(
    db,
  )
  return rows[0]!.version
}

/** Records what happened to an account's security; `note` is for operators only. */
export async function recordSecurityEvent(
  tx: Db,
  uid: string,
  kind: SecurityEventKind,
  note: string | null = null,
): Promise<void> {
  await sql`insert into security_event (uid, kind, note) values (${uid}, ${kind}, ${note})`.execute(tx)
}

/** Whether an account was disabled or enabled last; one to which neither happened is as one that was enabled. */
export async function lastSwitch(db: Db, uid: string): Promise<'disabled' | 'enabled'> {
  const { rows } = await sql<{ kind: 'disabled' | 'enabled' }>`
    select kind from security_event where uid = ${uid} and kind in ('disabled', 'enabled')
    order by at desc, id desc limit 1`.execute(db)
  return rows[0]?.kind ?? 'enabled'
}

/** Something that happened to an account. */
export interface SecurityEvent {
  kind: SecurityEventKind
  at: Date
  note: string | null
}

/** The newest twenty of an account, the newest first. */
export async function listSecurityEvents(db: Db, uid: string): Promise<SecurityEvent[]> {
  const events = await pageOfSecurityEvents(db, uid, { limit: 20 })
  return events.map(({ id: _, ...event }) => event)
}

/** A page of them, before one by its number, with the numbers. */
export async function pageOfSecurityEvents(
  db: Db,
  uid: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<(SecurityEvent & { id: number })[]> {
  const { rows } = await sql<SecurityEvent & { id: number }>`
    select id, kind, at, note from security_event
    where uid = ${uid} ${before === undefined ? sql`` : sql`and (at, id) < (select b.at, b.id from security_event b where b.id = ${before})`}
    order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** How far back changes of accounts are asked for: the longest that payouts may be frozen after one. */
const hoursMax = economyBounds.redemption.accountChangeHours[1]

/**
 * An account got another password or address, however that came about: a stranger may have taken it then. With
 * `factorsCount`, where a second factor opens payouts, a new one counts too, and new recovery codes.
 */
const isAccountChange = ({ factorsCount }: { factorsCount: boolean }) => sql`
  (kind in ('password_changed', 'password_reset', 'email_changed', 'email_recovered')
    or (${factorsCount}::boolean and kind in ('authenticator_added', 'passkey_added', 'recovery_codes_made')))`

const sinceMs = sql`(extract(epoch from now() - at) * 1000)::float8`

/** Milliseconds since each such change of some accounts, within the longest freeze. Who had none is not in it. */
export async function sinceAccountChanges(
  db: Db,
  uids: readonly string[],
  options: { factorsCount: boolean },
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ uid: string; ms: number[] }>`
    select uid, array_agg(${sinceMs}) as ms from security_event
    where uid = any (${uids}) and at > now() - make_interval(hours => ${hoursMax}) and ${isAccountChange(options)}
    group by uid`.execute(db)
  return new Map(rows.map(({ uid, ms }) => [uid, ms]))
}

/** Every such change within some hours, for the product's own role too. */
export async function recentAccountChanges(
  db: Db,
  { withinHours, ...options }: { withinHours: number; factorsCount: boolean },
): Promise<{ uid: string; sinceMs: number }[]> {
  const { rows } = await sql<{ uid: string; sinceMs: number }>`
    select uid, ${sinceMs} as "sinceMs" from identity.security_event
    where at > now() - make_interval(hours => ${withinHours}) and ${isAccountChange(options)}`.execute(db)
  return rows
}

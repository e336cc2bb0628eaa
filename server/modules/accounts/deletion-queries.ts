import { sql } from 'kysely'
import type { Language } from '#contracts/languages.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'
import type { DeletedMember, LeavingMember } from '#server/platform/member-erasure.ts'

/** A deletion under way. */
export interface Deletion extends DeletedMember {
  /** Steps that are finished. */
  done: string[]
  /** Whether requests that were under way when it was confirmed have ended for certain. */
  isSettled: boolean
  /** Of the account; null is English. */
  language: Language | null
  /** Who asked; null for a deletion that a tombstone repeats, or where it was not recorded. */
  asker: Required<Asker> | null
  /** An operator deleted the account. */
  isByOperator: boolean
}

/** Minutes after which what was being written when a member left has been written, and is erased too. */
export const settleMinutes = 10

/** Begins a deletion, with steps that are not to be done and, where a person asked, who that was. */
export async function insertDeletion(
  tx: Tx,
  member: LeavingMember,
  {
    done,
    asker,
    language,
    isByOperator = false,
  }: { done: string[]; asker?: Asker; language?: Language | null; isByOperator?: boolean },
): Promise<void> {
  const { uid, iss, sub, party, shortId, addresses } = member
  await sql`
    insert into deletion (uid, iss, sub, party, short_id, addresses, done, user_agent, country, language, by_operator)
    values (${uid}, ${iss}, ${sub}, ${party}, ${shortId}, ${addresses}, ${done}, ${asker?.userAgent}, ${asker?.country},
      ${language ?? null}, ${isByOperator}) on conflict do nothing`.execute(tx)
}

/** Deletions under way, the oldest first. */
export async function listDeletions(db: Db): Promise<Deletion[]> {
  const { rows } = await sql<Deletion>`
    select uid, iss, sub, party, short_id as "shortId", addresses,
      proved_addresses as "provedAddresses", requested_at as "leftAt", done, language,
      by_operator as "isByOperator",
      requested_at < now() - make_interval(mins => ${settleMinutes}) as "isSettled",
      case when user_agent is not null then json_build_object(
        'userAgent', user_agent, 'country', country,
        'askedAtMs', floor(extract(epoch from requested_at) * 1000)) end as asker
    from deletion order by requested_at, uid`.execute(db)
  return rows
}

/** Writes that a step is finished, and that none fails; false when it was before. */
export async function recordStep(db: Db, uid: string, step: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update deletion set done = array_append(done, ${step}), failed_step = null, failed_at = null
    where uid = ${uid} and not ${step} = any (done)`.execute(db)
  return numAffectedRows === 1n
}

/** Writes which step did not work: an operator is shown that the deletion waits for it. */
export async function recordFailedStep(db: Db, uid: string, step: string): Promise<void> {
  await sql`update deletion set failed_step = ${step}, failed_at = now() where uid = ${uid}`.execute(db)
}

/**
 * Adds those that are missing; the first stays the one the member is written to. `proved` are the ones of which the
 * provider knows that; those that the member proved by a token are added.
 */
export async function addAddresses(
  db: Db,
  uid: string,
  { addresses, proved }: { addresses: string[]; proved: string[] },
): Promise<void> {
  await sql`
    update deletion d set addresses =
      addresses || array(select unnest(${addresses}::text[]) except select unnest(addresses)),
      proved_addresses = array(
        select lower(unnest(proved_addresses || ${proved}::text[]))
        union select lower(email) from member m where m.uid = d.uid and m.email_verified
        union select lower(unnest(operator_emails)) from member m where m.uid = d.uid)
    where uid = ${uid}`.execute(db)
}

export async function deleteDeletion(db: Db, uid: string): Promise<void> {
  await sql`delete from deletion where uid = ${uid}`.execute(db)
}

/** Remembers an address by its keyed hash for twelve months. */
export async function rememberAddress(tx: Tx, hash: Buffer): Promise<void> {
  await sql`
    insert into left_address (address_hash, forget_after) values (${hash}, crels_now() + interval '12 months')
    on conflict (address_hash) do update set forget_after = excluded.forget_after`.execute(tx)
}

/** Whether a member with this address left within twelve months. */
export async function isLeftAddress(db: Db, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from left_address where address_hash = ${hash} and forget_after > crels_now()`.execute(db)
  return rows.length > 0
}

/** Forgets addresses whose twelve months are over; answers how many. */
export async function forgetAddresses(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from left_address where forget_after < crels_now()`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** The member is gone from this moment on: no token works and nothing new begins. */
export async function markDeleted(tx: Tx, uid: string): Promise<void> {
  await sql`
    update member set state = 'deleted', tokens_valid_after = clock_timestamp() where uid = ${uid}`.execute(
    tx,
  )
}

/** Removes the member's row, the one place that says whose a party is, and their name as an inviter. */
export async function deleteMemberRow(db: Db, { uid, shortId }: DeletedMember): Promise<void> {
  await sql`update member set invited_by = null where invited_by = ${shortId}`.execute(db)
  await sql`delete from member where uid = ${uid} and state = 'deleted'`.execute(db)
}

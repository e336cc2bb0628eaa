import { sql } from 'kysely'
import type { DestinationKind } from '#rules/payout-destination.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

/** A destination that was not removed. */
export interface DestinationRow {
  id: string
  uid: string
  kind: DestinationKind
  /** Sealed. */
  details: string
  hint: string
  createdAt: Date
  usableFrom: Date
  isUsable: boolean
  /** The member asked to be notified when it can be used, and was not yet. */
  remind: boolean
}

const columns = sql`
  id, uid, kind, details, hint, created_at as "createdAt", usable_from as "usableFrom",
  usable_from <= crels_now() as "isUsable", remind`

/** A member's destinations, the oldest first. */
export async function destinationsOf(db: Db, uid: string): Promise<DestinationRow[]> {
  const { rows } = await sql<DestinationRow>`
    select ${columns} from payout_destination where uid = ${uid} and removed_at is null
    order by created_at, id`.execute(db)
  return rows
}

/** A member's destination; undefined for another member's and for a removed one. */
export async function findDestination(db: Db, uid: string, id: string): Promise<DestinationRow | undefined> {
  const { rows } = await sql<DestinationRow>`
    select ${columns} from payout_destination where id = ${id} and uid = ${uid} and removed_at is null`.execute(
    db,
  )
  return rows[0]
}

/** Whether a member ever had a destination, also one that was removed. */
export async function everHadDestination(db: Db, uid: string): Promise<boolean> {
  return (await sql`select from payout_destination where uid = ${uid} limit 1`.execute(db)).rows.length > 0
}

export interface NewDestinationRow {
  id: string
  uid: string
  kind: DestinationKind
  details: string
  hint: string
  fingerprint: Buffer
  mailbox: Buffer | null
  /** How long it cannot be used. */
  frozenHours: number
  remind: boolean
}

export async function insertDestination(tx: Tx, row: NewDestinationRow): Promise<DestinationRow> {
  const { rows } = await sql<DestinationRow>`
    insert into payout_destination (id, uid, kind, details, hint, fingerprint, mailbox, usable_from, remind)
    values (${row.id}, ${row.uid}, ${row.kind}, ${row.details}, ${row.hint}, ${row.fingerprint}, ${row.mailbox},
            crels_now() + make_interval(hours => ${row.frozenHours}), ${row.remind && row.frozenHours > 0})
    returning ${columns}`.execute(tx)
  return rows[0]!
}

/** The member's destination at the same place, if there is one. */
export async function findSamePlace(
  db: Db,
  uid: string,
  kind: DestinationKind,
  fingerprint: Buffer,
): Promise<DestinationRow | undefined> {
  const { rows } = await sql<DestinationRow>`
    select ${columns} from payout_destination
    where uid = ${uid} and kind = ${kind} and fingerprint = ${fingerprint} and removed_at is null`.execute(db)
  return rows[0]
}

/** Erases what can be paid to; that there was one, and its fingerprint, stay while the member does. */
export async function markRemoved(tx: Tx, id: string): Promise<void> {
  await sql`
    update payout_destination set details = null, removed_at = crels_now() where id = ${id}`.execute(tx)
}

/** Says whether a member is notified when one of theirs can be used; answers it as it is then. */
export async function setReminder(tx: Tx, id: string, remind: boolean): Promise<DestinationRow> {
  const { rows } = await sql<DestinationRow>`
    update payout_destination set remind = ${remind} where id = ${id} returning ${columns}`.execute(tx)
  return rows[0]!
}

/** Whether two members have, or had, a payout destination in common: then they may be one person. */
export async function shareDestination(db: Db, uid: string, otherUid: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout_destination one join payout_destination other using (payee)
    where one.uid = ${uid} and other.uid = ${otherUid} limit 1`.execute(db)
  return rows.length > 0
}

/** Other members who have, or had, a payout destination in common with a member; a few at most. */
export async function membersPaidTogether(db: Db, uid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select distinct other.uid from payout_destination one join payout_destination other using (payee)
    where one.uid = ${uid} and other.uid <> ${uid} limit 100 ${keepsPlan}`.execute(db)
  return rows.map(({ uid: other }) => other)
}

import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../database.ts'

/** A database that was put back from a backup, and for which nobody has confirmed yet that it may reach people again. */
export interface Restoration {
  id: number
  /** What it is as of. */
  backupAt: Date
  restoredAt: Date
  /** Payouts that were asked for and not settled in the backup: each may have been paid since. */
  openPayouts: number
  /** Codes that were unsold in the backup: each may have been given out since. */
  openCodes: number
  /** Orders that waited to be sent: each may have been since. */
  openOrders: number
}

/** Said over this channel when a person has confirmed. */
export const restorationChannel = 'restoration'

/**
 * Marks a database as restored: payouts, mails, webhooks, push and forwarding wait until a person confirms, and no payout
 * that was open is sent, no code that was unsold sold, and no order that waited sent, before a person has looked at it.
 * Done before anything of Crels works on that database.
 */
export async function markRestored(owner: Db, backupAt: string): Promise<Restoration> {
  await sql`select mark_restored(${backupAt})`.execute(owner)
  return (await waitingRestoration(owner))!
}

/** Whether the database was put back within 90 days: what other stores have had from it since then, it does not know. */
export const wasPutBack: RawBuilder<boolean> = sql<boolean>`
  exists (select from restoration where restored_at > now() - interval '90 days')`

const waiting = `
  select id::int as id, backup_at as "backupAt", restored_at as "restoredAt",
    restored_payouts_open() as "openPayouts", restored_codes_open() as "openCodes",
    restored_orders_open() as "openOrders"
  from restoration where confirmed_at is null`

/** The restoration that waits for a person; null where the database may reach people. */
export async function waitingRestoration(db: Db): Promise<Restoration | null> {
  return (await sql<Restoration>`${sql.raw(waiting)}`.execute(db)).rows[0] ?? null
}

/** Whether nothing may leave: also of a database that its files call restored before anything has marked it. */
export async function waitsAfterRestore(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select waits_after_restore() as waits`.execute(db)
  return rows[0]!.waits
}

/** Mails and alerts that were to be sent when the backup was taken: nearly all were, moments later. */
export async function waitingMails(db: Db, { restoredAt }: Restoration): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where ${mailsBefore(restoredAt)}`.execute(db)
  return rows[0]!.count
}

/** Lets a restored database reach people again. Answers how many mails of before the backup were dropped. */
export async function confirmRestoration(
  tx: Tx,
  { author, keepMails }: { author: string; keepMails: boolean },
): Promise<number> {
  const { rows } = await sql<{ restoredAt: Date }>`
    update restoration set confirmed_at = clock_timestamp(), confirmed_by = ${author}
    where confirmed_at is null returning restored_at as "restoredAt"`.execute(tx)
  const { restoredAt } = rows[0]!
  const { numAffectedRows } = keepMails
    ? { numAffectedRows: 0n }
    : await sql`delete from pgboss.job where ${mailsBefore(restoredAt)}`.execute(tx)
  await sql`select pg_notify(${restorationChannel}, '')`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

function mailsBefore(at: Date): RawBuilder<unknown> {
  return sql`name in ('send-mail', 'mail-account-action', 'post-alert') and state in ('created', 'retry', 'active') and created_on < ${at}`
}

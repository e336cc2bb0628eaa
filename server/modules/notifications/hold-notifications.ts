import { sql } from 'kysely'
import { isDisabled } from '#server/modules/accounts/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { isNewer } from '#server/platform/migrate.ts'
import { oldestRunningVersion } from '#server/platform/running-processes.ts'

/** The first version whose worker mails a disabled member what is mandatory: that of one before drops it. */
const mailsDisabledSince = '0.2.0'

/** What versions make of a notification. */
export interface HeldFor {
  /** The first version that has its kind and facts; null for what all have. */
  since: string | null
  /** It is mailed to a member who is disabled too. */
  mailsDisabled: boolean
}

/**
 * Holds back what was just written, while a process of an older version runs: it would answer the inbox with an error, or
 * drop what a disabled member is to be mailed. It is put where every version leaves it alone, out of the inbox and
 * dispatched, until `releaseNotifications`. No older process can start meanwhile: it refuses the newer schema.
 */
export async function holdNotifications(
  tx: Tx,
  ids: string[],
  { since, mailsDisabled }: HeldFor,
): Promise<void> {
  const needs = since ?? (mailsDisabled ? mailsDisabledSince : null)
  if (ids.length === 0 || needs === null || has(needs, await oldestRunningVersion(tx))) return
  const which = since === null ? sql`n.dispatched_at is null and ${isDisabled(sql`n.uid`)}` : sql`true`
  await sql`
    with held as (
      insert into notification_hold (notification_id, uid, needs, in_app, is_dispatched)
      select n.id, n.uid, ${needs}, n.in_app, n.dispatched_at is not null from notification n
      where n.id = any(${ids}::text[]) and ${which}
      returning notification_id
    )
    update notification set in_app = false, dispatched_at = coalesce(dispatched_at, crels_now())
    where id in (select notification_id from held)`.execute(tx)
}

/**
 * Puts into inboxes, and has sent, what no process that runs needs to be spared any more; the oldest first, a batch in a
 * statement. Killed anywhere it goes on at the next run, and two at once share them. Answers how many there were.
 */
export async function releaseNotifications(db: Db, batch = 500): Promise<number> {
  const { rows } = await sql<{ needs: string }>`select distinct needs from notification_hold`.execute(db)
  if (rows.length === 0) return 0
  const oldest = await oldestRunningVersion(db)
  const due = rows.map(({ needs }) => needs).filter((needs) => has(needs, oldest))
  for (let released = 0; ;) {
    // Both rows are locked, the notification first as by who deletes it: a concurrent run finds the other one gone.
    const { numAffectedRows = 0n } = await sql`
      with due as (
        select n.id, h.in_app, h.is_dispatched
        from notification n join notification_hold h on h.notification_id = n.id
        where h.needs = any(${due}::text[]) order by n.id limit ${batch} for update of n, h skip locked
      ), gone as (
        delete from notification_hold where notification_id in (select id from due)
      )
      update notification n set in_app = due.in_app, dispatched_at = case when due.is_dispatched then n.dispatched_at end
      from due where n.id = due.id`.execute(db)
    released += Number(numAffectedRows)
    if (numAffectedRows < batch) return released
  }
}

/** Whether a version, the oldest of those that run, has what came with `since`. */
function has(since: string, oldest: string | null): boolean {
  return oldest === null || !isNewer(since, oldest)
}

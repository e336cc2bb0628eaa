import { sql } from 'kysely'
import { SUPPORT_ANSWERED_DAYS } from '#rules/support-request.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Closes what was answered and not taken up again, and forgets what is closed. */
export function supportJobs(
  db: Db,
  { files, keepMonths }: { files: Pick<Files, 'drop'>; keepMonths: number },
): Job[] {
  return [
    job({
      name: 'close-support-requests',
      doc: `Closes support requests ${SUPPORT_ANSWERED_DAYS} days after their answer, and removes those closed for ${keepMonths} months.`,
      cron: '37 4 * * *',
      run: async () => ({
        closed: await closeAnswered(db),
        removed: await removeClosed(db, files, keepMonths),
      }),
    }),
  ]
}

async function closeAnswered(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update support_request set state = 'closed', closed_at = crels_now(), closed_by = 'no further message'
    where state = 'answered' and answered_at < crels_now() - make_interval(days => ${SUPPORT_ANSWERED_DAYS})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

async function removeClosed(db: Db, files: Pick<Files, 'drop'>, months: number): Promise<number> {
  let removed = 0
  for (;;) {
    const batch = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from support_request
        where state = 'closed' and closed_at < crels_now() - make_interval(months => ${months})
        order by closed_at limit 100 for update skip locked`.execute(tx)
      await removeRequests(
        tx,
        rows.map(({ id }) => id),
        files,
      )
      return rows.length
    })
    removed += batch
    if (batch < 100) return removed
  }
}

/** Removes requests with everything that was written and sent in them. */
export async function removeRequests(tx: Tx, ids: string[], files: Pick<Files, 'drop'>): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select p.file_key as key from support_picture p join support_message w on w.id = p.message_id
    where w.request_id = any (${ids})`.execute(tx)
  for (const { key } of rows) await files.drop(tx, key)
  await sql`delete from support_request where id = any (${ids})`.execute(tx)
}

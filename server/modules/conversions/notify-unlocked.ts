import { sql } from 'kysely'
import type { Logger } from 'pino'
import { findMemberByParty } from '#server/modules/accounts/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow, pageByPage } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Crels that became a member's to spend; none where a debt took all. */
export interface Unlocking {
  party: string
  crels: number
}

/** At most one in this time; what becomes available meanwhile is in the next. */
const everyMs = 86_400_000

/** Adds to what the next notification says, in the transaction that makes it theirs. */
export async function recordUnlocked(tx: Tx, { party, crels }: Unlocking): Promise<void> {
  if (crels === 0) return
  await sql`
    insert into unlock_notice as n (party, crels, notified_at) values (${party}, ${crels}, '-infinity')
    on conflict (party) do update set crels = n.crels + excluded.crels`.execute(tx)
}

/**
 * Notifies members of what became available since the last time, at most once in 24 hours. Answers how many were; one
 * that fails is logged, thrown at the end and repeated at the next run.
 */
export async function notifyUnlocked(
  db: Db,
  { log, batch = 200 }: { log: Logger; batch?: number },
): Promise<number> {
  const now = await databaseNow(db)
  const before = new Date(now.getTime() - everyMs)
  let notified = 0
  await eachOrThrow(
    pageByPage<DueNotice>(batch, async (after) => await dueNotices(db, before, { after, batch })),
    async ({ party }) => {
      if (await inTransaction(db, async (tx) => await notify(tx, party, { now, before }))) notified += 1
    },
    (error, { party }) => log.error({ err: error, party }, 'unlocked crels not notified'),
  )
  return notified
}

interface DueNotice {
  party: string
  notifiedAt: string
}

/** Whom something is to be said to, those first who waited longest. */
async function dueNotices(
  db: Db,
  before: Date,
  { after, batch }: { after: DueNotice | undefined; batch: number },
): Promise<DueNotice[]> {
  const { party, notifiedAt } = after ?? { party: '', notifiedAt: '-infinity' }
  const { rows } = await sql<DueNotice>`
    select party, notified_at::text as "notifiedAt" from unlock_notice
    where crels > 0 and notified_at <= ${before} and (notified_at, party) > (${notifiedAt}::timestamptz, ${party})
    order by notified_at, party limit ${batch}`.execute(db)
  return rows
}

async function notify(tx: Tx, party: string, { now, before }: { now: Date; before: Date }): Promise<boolean> {
  // A concurrent run waits here, then finds no crels to notify of.
  const { rows } = await sql<{ crels: number }>`
    select crels from unlock_notice where party = ${party} and crels > 0 and notified_at <= ${before}
    for update`.execute(tx)
  const crels = rows[0]?.crels
  if (crels === undefined) return false
  await sql`update unlock_notice set crels = 0, notified_at = ${now} where party = ${party}`.execute(tx)
  const member = await findMemberByParty(tx, party)
  if (!member) return false
  await notifyMembers(tx, [member.uid], { kind: 'earning_unlocked', facts: { crels } })
  return true
}

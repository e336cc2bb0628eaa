import { sql } from 'kysely'
import type { Logger } from 'pino'
import { membersWhoWant, notifyMembers } from '#server/modules/notifications/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow, pageByPage } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listCampaigns } from './list-campaigns.ts'
import { seekerOf } from './seeker-of.ts'
import { dayMs } from '#rules/utc-date.ts'

/** At most one in this time. */
const everyDays = 7
/** As many are named; of more it says that there are some. */
const named = 5

/**
 * Notifies members who asked for it of the campaigns they could join that began since the last time, or since they
 * asked, what suits them first: at most once in seven days, and not where nothing began. Answers how many were; one that fails
 * is logged, repeated at the next run, and thrown at the end.
 */
export async function sendCampaignNews(
  db: Db,
  { log, batch = 200 }: { log: Logger; batch?: number },
): Promise<number> {
  const now = await databaseNow(db)
  let notified = 0
  await eachOrThrow(
    pageByPage<Reader>(
      batch,
      async (last) => await membersWhoWant(db, 'campaign_news', { after: last?.uid ?? '', limit: batch }),
    ),
    async (member) => {
      if (await inTransaction(db, async (tx) => await notify(tx, member, now))) notified += 1
    },
    (error, { uid }) => log.error({ err: error, uid }, 'campaign news not sent'),
  )
  return notified
}

/** Who asked for it, and when. */
interface Reader {
  uid: string
  since: Date
}

async function notify(tx: Tx, { uid, since }: Reader, now: Date): Promise<boolean> {
  await sql`insert into campaign_news (uid, notified_at) select uid, '-infinity' from member where uid = ${uid}
    on conflict do nothing`.execute(tx)
  // A concurrent run waits here, then finds notified_at set.
  const { rows } = await sql<{ notifiedAt: Date }>`
    select greatest(notified_at, timestamptz '1970-01-01') as "notifiedAt" from campaign_news where uid = ${uid} for update`.execute(
    tx,
  )
  const notifiedAt = rows[0]?.notifiedAt
  if (!notifiedAt || now.getTime() - notifiedAt.getTime() < everyDays * dayMs) return false
  const startedAfter = new Date(Math.max(since.getTime(), notifiedAt.getTime()))
  const suited = { sort: 'for_me' as const, seeker: await seekerOf(tx, uid) }
  const begun = await listCampaigns(tx, { ...suited, startedAfter, limit: named }, now)
  if (begun.items.length === 0) return false
  await sql`update campaign_news set notified_at = ${now} where uid = ${uid}`.execute(tx)
  const campaigns = begun.items.map(({ id, brandName: brand, title, summary }) => ({
    id,
    brand,
    title,
    summary,
  }))
  const facts = { campaigns, hasMore: begun.nextCursor !== null }
  await notifyMembers(tx, [uid], { kind: 'campaign_news', facts })
  return true
}

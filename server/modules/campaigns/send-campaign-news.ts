import { sql } from 'kysely'
import { membersWhoWant, notifyMembers } from '#server/modules/notifications/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
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
 * asked, what suits them first: at most once in seven days, and not where nothing began. Answers how many were.
 */
export async function sendCampaignNews(db: Db, batch = 200): Promise<number> {
  const now = await databaseNow(db)
  let notified = 0
  for (let after = ''; ;) {
    const members = await membersWhoWant(db, 'campaign_news', { after, limit: batch })
    for (const member of members)
      if (await inTransaction(db, async (tx) => await notify(tx, member, now))) notified += 1
    if (members.length < batch) return notified
    after = members.at(-1)!.uid
  }
}

async function notify(tx: Tx, { uid, since }: { uid: string; since: Date }, now: Date): Promise<boolean> {
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

import { sql } from 'kysely'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { membersWhoWant, wantsMail, type WantedMail } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listCampaigns, type FoundCampaigns } from './list-campaigns.ts'
import { seekerOf } from './seeker-of.ts'

export interface NewsDeps {
  db: Db
  mailer: Pick<Mailer, 'send'>
  publicOrigin: string
  /** Where a member stops such mails. */
  unsubscribeUrl(uid: string): string
}

const dayMs = 86_400_000
/** At most one such mail in this time. */
const everyDays = 7
/** As many are named; of more it says that there are some. */
const named = 5

/**
 * Mails members who asked for it the campaigns they could join that began since the last such mail, or since they
 * asked, what suits them first: at most once in seven days, and nothing where nothing began. Answers how many got a mail.
 */
export async function sendCampaignNews(deps: NewsDeps, batch = 200): Promise<number> {
  const now = await databaseNow(deps.db)
  let notified = 0
  for (let after = ''; ;) {
    const members = await membersWhoWant(deps.db, 'campaign_news', { after, limit: batch })
    for (const member of members)
      if (await inTransaction(deps.db, async (tx) => await notify(tx, member, now, deps))) notified += 1
    if (members.length < batch) return notified
    after = members.at(-1)!.uid
  }
}

async function notify(tx: Tx, member: WantedMail, now: Date, deps: NewsDeps): Promise<boolean> {
  const { uid, since } = member
  await sql`insert into campaign_news (uid, notified_at) select uid, '-infinity' from member where uid = ${uid}
    on conflict do nothing`.execute(tx)
  // A concurrent run waits here, then finds notified_at set.
  const { rows } = await sql<{ notifiedAt: Date }>`
    select greatest(notified_at, timestamptz '1970-01-01') as "notifiedAt" from campaign_news where uid = ${uid} for update`.execute(
    tx,
  )
  const notifiedAt = rows[0]?.notifiedAt
  if (!notifiedAt || now.getTime() - notifiedAt.getTime() < everyDays * dayMs) return false
  // Stopped since the list was read.
  if (!(await wantsMail(tx, uid, 'campaign_news'))) return false
  const startedAfter = new Date(Math.max(since.getTime(), notifiedAt.getTime()))
  const suited = { sort: 'for_me' as const, seeker: await seekerOf(tx, uid) }
  const begun = await listCampaigns(tx, { ...suited, startedAfter, limit: named }, now)
  if (begun.items.length === 0) return false
  await sql`update campaign_news set notified_at = ${now} where uid = ${uid}`.execute(tx)
  await mail(tx, member, begun, deps)
  return true
}

async function mail(
  tx: Tx,
  { uid, email }: WantedMail,
  { items, nextCursor }: FoundCampaigns,
  { mailer, publicOrigin, unsubscribeUrl }: NewsDeps,
): Promise<void> {
  const url = items.length === 1 ? paths.campaign(items[0]!.id) : paths.campaignsNewArrivals
  await mailer.send(
    tx,
    composeMail({
      to: email,
      subject: m.mail_campaign_news_subject({ count: items.length }),
      lines: [
        m.mail_campaign_news_hello(),
        ...items.map(({ brandName, title, summary }) =>
          m.mail_campaign_news_one({ brand: brandName, title, summary }),
        ),
        ...(nextCursor ? [m.mail_campaign_news_more()] : []),
      ],
      action: { label: m.mail_campaign_news_action(), url: `${publicOrigin}${url}` },
      unsubscribeUrl: unsubscribeUrl(uid),
    }),
  )
}

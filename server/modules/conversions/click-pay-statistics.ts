import { sql } from 'kysely'
import type { ClickPayRefusal } from '#rules/click-pay.ts'
import type { ClickReviewReason } from '#rules/click-review.ts'
import { countDueClicks } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'

/** What became of an enrolment's unique clicks, where it is paid for them. */
export interface ClickPayStatistics {
  paid: number
  /** Until their hour is over. */
  waiting: number
  /** Until an operator has looked, by reason, the most frequent first. */
  underReview: { reason: ClickReviewReason; clicks: number }[]
  /** By reason, the most frequent first. */
  notPaid: { reason: ClickPayRefusal; clicks: number }[]
}

/** What became of the unique clicks of enrolments; one without any is absent. */
export async function clickPayStatistics(
  db: Db,
  enrolmentIds: string[],
): Promise<Map<string, ClickPayStatistics>> {
  const waiting = await countDueClicks(db, enrolmentIds)
  const statistics = new Map<string, ClickPayStatistics>()
  for (const [id, clicks] of waiting) statistics.set(id, { ...none, waiting: clicks })
  const { rows } = await sql<{ id: string; paid: number; notPaid: ClickPayStatistics['notPaid'] }>`
    select p.enrolment_id as id, sum(p.paid_clicks)::bigint as paid, (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'clicks', clicks) order by clicks desc, reason), '[]')
      from (select reason, sum(clicks)::bigint as clicks from (
              select r.key as reason, r.value::bigint as clicks
              from click_pay q cross join jsonb_each_text(q.refused) r where q.enrolment_id = p.enrolment_id
              union all
              select 'not_genuine', v.clicks from click_review v
              where v.enrolment_id = p.enrolment_id and v.state = 'rejected') each_of group by 1) by_reason) as "notPaid"
    from (select enrolment_id, paid_clicks from click_pay where enrolment_id = any (${enrolmentIds})
          union all select enrolment_id, 0 from click_review
          where enrolment_id = any (${enrolmentIds}) and state = 'rejected') p
    group by 1`.execute(db)
  for (const { id, paid, notPaid } of rows)
    statistics.set(id, { ...(statistics.get(id) ?? none), paid, notPaid })
  for (const { id, ...review } of await openReviews(db, enrolmentIds)) {
    const known = statistics.get(id) ?? none
    statistics.set(id, { ...known, underReview: [...known.underReview, review] })
  }
  return statistics
}

const none: ClickPayStatistics = { paid: 0, waiting: 0, underReview: [], notPaid: [] }

async function openReviews(
  db: Db,
  enrolmentIds: string[],
): Promise<({ id: string } & ClickPayStatistics['underReview'][number])[]> {
  const { rows } = await sql<{ id: string; reason: ClickReviewReason; clicks: number }>`
    select enrolment_id as id, reason, sum(clicks)::bigint as clicks from click_review
    where enrolment_id = any (${enrolmentIds}) and state = 'under_review' group by 1, 2 order by 3 desc, 2`.execute(
    db,
  )
  return rows
}

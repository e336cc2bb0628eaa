import { sql } from 'kysely'
import type { ClickPayRefusal } from '#rules/click-pay.ts'
import { countDueClicks } from '#server/modules/links/public.ts'
import type { Db } from '#server/platform/database.ts'

/** What became of an enrolment's unique clicks, where it is paid for them. */
export interface ClickPayFigures {
  paid: number
  /** Until their hour is over. */
  waiting: number
  /** By reason, the most frequent first. */
  notPaid: { reason: ClickPayRefusal; clicks: number }[]
}

/** What became of the unique clicks of enrolments; one without any is absent. */
export async function clickPayFigures(db: Db, enrolmentIds: string[]): Promise<Map<string, ClickPayFigures>> {
  const waiting = await countDueClicks(db, enrolmentIds)
  const figures = new Map<string, ClickPayFigures>()
  for (const [id, clicks] of waiting) figures.set(id, { paid: 0, waiting: clicks, notPaid: [] })
  const { rows } = await sql<{ id: string; paid: number; notPaid: ClickPayFigures['notPaid'] }>`
    select p.enrolment_id as id, sum(p.paid_clicks)::bigint as paid, (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'clicks', clicks) order by clicks desc, reason), '[]')
      from (select r.key as reason, sum(r.value::bigint)::bigint as clicks
            from click_pay q cross join jsonb_each_text(q.refused) r
            where q.enrolment_id = p.enrolment_id group by 1) by_reason) as "notPaid"
    from click_pay p where p.enrolment_id = any (${enrolmentIds}) group by 1`.execute(db)
  for (const { id, paid, notPaid } of rows) figures.set(id, { paid, waiting: waiting.get(id) ?? 0, notPaid })
  return figures
}

import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, shortList } from '#server/platform/member-export.ts'

type Row = {
  enrolmentId: string
  hour: Date
  clicks: number
  paidClicks: number
  notPaid: string
  millicrels: number | null
  crels: number
  remainderMillicrels: number
  earningId: string | null
}

/** What a member's clicks were paid hour by hour, and why others were not. */
export const paidClicksList = (db: Db, uid: string) =>
  longList({
    name: 'paid-clicks',
    about: m.export_paid_clicks(),
    columns: [
      ...(['enrolmentId', 'hour', 'clicks', 'paidClicks', 'notPaid', 'millicrels', 'crels'] as const),
      ...(['remainderMillicrels', 'earningId'] as const),
    ],
    next: async (last: Row | undefined, limit) => {
      const after = last ? sql`and (p.enrolment_id, p.hour) > (${last.enrolmentId}, ${last.hour})` : sql``
      const { rows } = await sql<Row>`
        select p.enrolment_id as "enrolmentId", p.hour, p.clicks, p.paid_clicks as "paidClicks",
          (select coalesce(string_agg(key || ' ' || value, ', ' order by key), '') from jsonb_each_text(p.refused)) as "notPaid",
          p.millicrels, p.crels, p.remainder_after as "remainderMillicrels", p.earning_id as "earningId"
        from enrolment n join click_pay p on p.enrolment_id = n.id
        where n.uid = ${uid} ${after} order by p.enrolment_id, p.hour limit ${limit}`.execute(db)
      return rows
    },
  })

type ReviewRow = {
  id: string
  enrolmentId: string
  reason: string
  clicks: number
  firstAt: Date
  lastAt: Date
  state: string
  decidedAt: Date | null
}

/** Clicks that an operator looks or looked at before they are paid. */
export const clickReviewList = (db: Db, uid: string) =>
  shortList({
    name: 'click-reviews',
    about: m.export_click_reviews(),
    columns: ['id', 'enrolmentId', 'reason', 'clicks', 'firstAt', 'lastAt', 'state', 'decidedAt'],
    read: async () => {
      const { rows } = await sql<ReviewRow>`
        select r.id, r.enrolment_id as "enrolmentId", r.reason, r.clicks, r.first_at as "firstAt", r.last_at as "lastAt",
               r.state, r.decided_at as "decidedAt"
        from click_review r join enrolment n on n.id = r.enrolment_id
        where n.uid = ${uid} order by r.id`.execute(db)
      return rows
    },
  })

import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList } from '#server/platform/member-export.ts'

type Row = {
  enrolmentId: string
  hour: Date
  clicks: number
  paidClicks: number
  notPaid: string
  millicrels: number | null
  crels: number
  keptMillicrels: number
  earningId: string | null
}

/** What a member's clicks were paid hour by hour, and why others were not. */
export const paidClicksList = (db: Db, uid: string) =>
  longList({
    name: 'paid-clicks',
    about: m.export_paid_clicks(),
    columns: [
      ...(['enrolmentId', 'hour', 'clicks', 'paidClicks', 'notPaid', 'millicrels', 'crels'] as const),
      ...(['keptMillicrels', 'earningId'] as const),
    ],
    next: async (last: Row | undefined, limit) => {
      const after = last ? sql`and (p.enrolment_id, p.hour) > (${last.enrolmentId}, ${last.hour})` : sql``
      const { rows } = await sql<Row>`
        select p.enrolment_id as "enrolmentId", p.hour, p.clicks, p.paid_clicks as "paidClicks",
          (select coalesce(string_agg(key || ' ' || value, ', ' order by key), '') from jsonb_each_text(p.refused)) as "notPaid",
          p.millicrels, p.crels, p.kept_after as "keptMillicrels", p.earning_id as "earningId"
        from enrolment n join click_pay p on p.enrolment_id = n.id
        where n.uid = ${uid} ${after} order by p.enrolment_id, p.hour limit ${limit}`.execute(db)
      return rows
    },
  })

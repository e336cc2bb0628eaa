import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** A unique click that its enrolment is to be paid for. */
export interface DueClick {
  clickId: string
  at: Date
  /** Hash of that day, 16 bytes in hexadecimal. */
  visitor: string
}

/** Says whether an enrolment is paid for clicks, on its links: those that count from then on wait to be paid. */
export async function setEnrolmentPaysClicks(tx: Tx, enrolmentId: string, pays: boolean): Promise<void> {
  await sql`
    update link set pays_clicks = ${pays} where enrolment_id = ${enrolmentId} and pays_clicks <> ${pays}`.execute(
    tx,
  )
}

/** Enrolments with clicks from before a moment that wait to be paid. */
export async function enrolmentsWithDueClicks(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct enrolment_id as id from click_due where at < ${before} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many clicks of enrolments wait to be paid, by enrolment; one without is absent. */
export async function countDueClicks(db: Db, enrolmentIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; clicks: number }>`
    select enrolment_id as id, count(*) as clicks from click_due
    where enrolment_id = any (${enrolmentIds}) group by 1`.execute(db)
  return new Map(rows.map(({ id, clicks }) => [id, clicks]))
}

/** Takes an enrolment's clicks from before a moment off the list of those that wait, and answers them in order. */
export async function takeDueClicks(tx: Tx, enrolmentId: string, before: Date): Promise<DueClick[]> {
  const { rows } = await sql<DueClick>`
    with taken as (
      delete from click_due where enrolment_id = ${enrolmentId} and at < ${before} returning at, click_id, visitor)
    select click_id as "clickId", at, encode(visitor, 'hex') as visitor from taken order by at, click_id`.execute(
    tx,
  )
  return rows
}

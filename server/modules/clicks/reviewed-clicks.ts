import { sql } from 'kysely'
import type { ClickNetwork } from '#rules/click-review.ts'
import type { Db } from '#server/platform/database.ts'
import type { DueClick } from './due-clicks.ts'

/** The clicks of a review, in order: 5,000 at most. */
export async function clicksOfReview(
  db: Db,
  reviewId: string,
): Promise<Pick<DueClick, 'clickId' | 'at' | 'visitor' | 'from'>[]> {
  const { rows } = await sql<Pick<DueClick, 'clickId' | 'at' | 'visitor' | 'from'>>`
    select click_id as "clickId", at, encode(visitor, 'hex') as visitor,
           case when network is not null then jsonb_build_object('kind', network_kind,
             'network', encode(network, 'hex'), 'address', encode(address, 'hex')) end as "from"
    from payable_click where review_id = ${reviewId} order by at, click_id limit 5000`.execute(db)
  return rows
}

/** How many clicks of enrolments were accepted and are not paid yet, by their review; one without is absent. */
export async function countAcceptedDueClicks(db: Db, enrolmentIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ reviewId: string; clicks: number }>`
    select review_id as "reviewId", count(*) as clicks from payable_click
    where enrolment_id = any (${enrolmentIds}) and state = 'due' and review_id is not null group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ reviewId, clicks }) => [reviewId, clicks]))
}

/**
 * The kind of network that a click came from, and how many more visitors who were to be paid for that day on any link of
 * a member came from the same one; null where no network is kept: of clicks that are not paid for, and older ones.
 */
export async function networkOfClick(
  db: Db,
  { clickId, uid }: { clickId: string; uid: string },
): Promise<{ kind: NonNullable<ClickNetwork>['kind']; others: number } | null> {
  const { rows } = await sql<{ kind: NonNullable<ClickNetwork>['kind']; others: number }>`
    select p.network_kind as kind, (
      select count(*)::int from payable_click o
      where o.enrolment_id = any (array(select enrolment_id from link where owner_uid = ${uid} and kind = 'tracking'))
        and o.day = p.day and o.network = p.network and o.click_id <> p.click_id) as others
    from payable_click p where p.click_id = ${clickId} and p.network is not null`.execute(db)
  return rows[0] ?? null
}

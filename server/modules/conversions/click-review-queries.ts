import { sql } from 'kysely'
import type { ClickReviewReason } from '#rules/click-review.ts'
import type { DueClick } from '#server/modules/clicks/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'

export type ClickReviewState = 'under_review' | 'accepted' | 'rejected'

/** Clicks of an enrolment that wait for an operator, as the operator sees them. */
export interface ClickReview {
  id: string
  brand: string
  campaign: string
  uid: string
  reason: ClickReviewReason
  clicks: number
  /** What they would come to, without budget and cap; the part of a crel is left out. */
  crels: number
  firstAt: Date
  lastAt: Date
  createdAt: Date
}

/** Keeps clicks of one settled hour, of one reward, for review, and answers the id. */
export async function insertClickReview(
  tx: Tx,
  review: {
    enrolmentId: string
    reason: ClickReviewReason
    clicks: DueClick[]
    clickMillicrels: number | null
  },
): Promise<string> {
  const id = newId('clickReview')
  const { enrolmentId, reason, clicks, clickMillicrels } = review
  await sql`
    insert into click_review (id, enrolment_id, reason, clicks, click_millicrels, first_at, last_at)
    values (${id}, ${enrolmentId}, ${reason}, ${clicks.length}, ${clickMillicrels}, ${clicks[0]!.at},
            ${clicks.at(-1)!.at})`.execute(tx)
  return id
}

/** Reviews that wait, the longest first. */
export async function listClickReviews(db: Db, { limit }: { limit: number }): Promise<ClickReview[]> {
  const { rows } = await sql<ClickReview>`
    select r.id, b.slug as brand, c.title as campaign, n.uid, r.reason, r.clicks,
           floor(r.clicks::bigint * coalesce(r.click_millicrels, 0) / 1000)::bigint as crels,
           r.first_at as "firstAt", r.last_at as "lastAt", r.created_at as "createdAt"
    from click_review r join enrolment n on n.id = r.enrolment_id join campaign c on c.id = n.campaign_id
    join brand b on b.id = c.brand_id
    where r.state = 'under_review' order by r.created_at, r.id limit ${limit}`.execute(db)
  return rows
}

interface LockedReview {
  state: ClickReviewState
  enrolmentId: string
  reason: ClickReviewReason
  clicks: number
}

/** Locks a review until the transaction ends, to decide it. */
export async function lockClickReview(tx: Tx, id: string): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    select state, enrolment_id as "enrolmentId", reason, clicks from click_review where id = ${id} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Writes a decision, once. */
export async function settleClickReview(
  tx: Tx,
  id: string,
  { state, author }: { state: 'accepted' | 'rejected'; author: string },
): Promise<void> {
  await sql`
    update click_review set state = ${state}, decided_by = ${author}, decided_at = crels_now()
    where id = ${id}`.execute(tx)
}

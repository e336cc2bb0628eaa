import { sql } from 'kysely'
import type { ShareReviewReason } from '#rules/click-review.ts'
import type { ShareReview } from '#rules/social-share.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ShareVisitors } from './share-clicks.ts'
import type { ShareRow } from './share-queries.ts'
import { dayMs } from '#rules/utc-date.ts'

/** A share that waits for an operator, as the operator sees it. */
export interface ShareReviewItem {
  /** Of its link. */
  id: string
  brand: string
  campaign: string
  uid: string
  network: string
  reason: ShareReviewReason
  /** How many came beyond those that count. */
  visitors: number
  sharedAt: Date
  createdAt: Date
}

/** Has a waiting share decided by an operator, and notes how many look alike by now. The caller holds the rewards. */
export async function reviewShare(
  tx: Tx,
  { linkId, closesAt }: Pick<ShareRow, 'linkId' | 'closesAt'>,
  { alike, reason, now }: Pick<ShareVisitors, 'alike' | 'reason'> & { now: Date },
): Promise<void> {
  const until = closesAt > now ? closesAt : new Date(now.getTime() + dayMs)
  await sql`
    update social_share set review_state = 'under_review',
      review_reason = coalesce(review_reason, ${reason}), reason = coalesce(review_reason, ${reason}),
      review_visitors = greatest(review_visitors, ${alike}),
      review_began_at = coalesce(review_began_at, ${now}), look_again_at = ${until}
    where link_id = ${linkId} and state = 'waiting'`.execute(tx)
}

/** Shares that wait for an operator, the longest first. */
export async function listShareReviews(db: Db, { limit }: { limit: number }): Promise<ShareReviewItem[]> {
  const { rows } = await sql<ShareReviewItem>`
    select s.link_id as id, b.slug as brand, c.title as campaign, s.uid, s.network, s.review_reason as reason,
           s.review_visitors as visitors, s.shared_at as "sharedAt", s.review_began_at as "createdAt"
    from social_share s join campaign c on c.id = s.campaign_id join brand b on b.id = c.brand_id
    where s.review_state = 'under_review' order by s.review_began_at, s.link_id limit ${limit}`.execute(db)
  return rows
}

/** What is under review of a share; undefined for one that never was. The caller holds the rewards. */
export async function shareReview(
  tx: Tx,
  linkId: string,
): Promise<
  { state: Exclude<ShareReview, null>; reason: ShareReviewItem['reason']; visitors: number } | undefined
> {
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof shareReview>>>>`
    select review_state as state, review_reason as reason, review_visitors as visitors
    from social_share where link_id = ${linkId} and review_state is not null`.execute(tx)
  return rows[0]
}

/** Writes what an operator decided, once; the job looks at the share within a minute. */
export async function settleShareReview(
  tx: Tx,
  linkId: string,
  { state, author }: { state: 'accepted' | 'rejected'; author: string },
): Promise<void> {
  await sql`
    update social_share set review_state = ${state}, reviewed_by = ${author}, reviewed_at = crels_now(),
      look_again_at = crels_now()
    where link_id = ${linkId} and review_state = 'under_review'`.execute(tx)
}

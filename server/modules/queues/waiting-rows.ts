import { sql, type RawBuilder } from 'kysely'
import type { OperatorQueue } from '#contracts/operator-home.constants.ts'
import { invitationWaitsSince } from '#server/modules/friends/public.ts'

/** The queues of what is under review, of claims and of support requests, in the order `crels doctor` names them. */
export const reviewedQueues = [
  'clicks',
  'shares',
  'conversions',
  'invitations',
  'claims',
  'support',
  'abuse',
] as const satisfies readonly OperatorQueue[]
export type ReviewedQueue = (typeof reviewedQueues)[number]

/**
 * What waits in each of them: the table with its letter, which rows of it, by an index of theirs, and since when each does.
 * Home, `crels doctor` and `crels_reviews` at `/metrics` count by this.
 */
export const waitingRows: Record<ReviewedQueue, Record<'table' | 'waits' | 'since', RawBuilder<unknown>>> = {
  clicks: { table: sql`click_review r`, waits: sql`r.state = 'under_review'`, since: sql`r.created_at` },
  shares: {
    table: sql`social_share s`,
    waits: sql`s.review_state = 'under_review'`,
    since: sql`s.review_began_at`,
  },
  // Each has one earning.
  conversions: { table: sql`conversion c`, waits: sql`c.status = 'under_review'`, since: sql`c.created_at` },
  invitations: {
    table: sql`friend_invitation f`,
    waits: sql`f.state = 'under_review'`,
    since: invitationWaitsSince(sql`f`),
  },
  claims: { table: sql`conversion_claim c`, waits: sql`c.state = 'open'`, since: sql`c.created_at` },
  support: {
    table: sql`support_request s`,
    waits: sql`s.state = 'open' and s.topic <> 'abuse'`,
    since: sql`s.waiting_since`,
  },
  abuse: {
    table: sql`support_request s`,
    waits: sql`s.state = 'open' and s.topic = 'abuse'`,
    since: sql`s.waiting_since`,
  },
}

import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { invitationWaitsSince } from '#server/modules/friends/public.ts'
import type { Db } from '#server/platform/database.ts'
import { collectInTime } from '#server/platform/http/scrape.ts'

/** What waits for a person's decision or answer, in the order `crels doctor` names it. */
export const reviewKinds = ['clicks', 'shares', 'conversions', 'invitations', 'claims', 'support'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** How many of a kind wait, and for how many seconds the oldest does; 0 where none does. */
export type PendingReviews = Record<ReviewKind, { open: number; oldestSeconds: number }>

/** Counts what is under review: an index scan of each kind's open rows. */
export async function pendingReviews(db: Db): Promise<PendingReviews> {
  const { rows } = await sql<{ kind: ReviewKind; open: number; oldestSeconds: number }>`
    select kind, open::integer as open,
           coalesce(extract(epoch from crels_now() - since), 0)::integer as "oldestSeconds"
    from (select 'clicks' as kind, count(*) as open, min(created_at) as since
          from click_review where state = 'under_review'
          union all
          select 'shares', count(*), min(review_began_at) from social_share where review_state = 'under_review'
          union all
          select 'conversions', count(*), min(created_at) from conversion where status = 'under_review'
          union all
          select 'invitations', count(*), min(${invitationWaitsSince(sql`f`)}) from friend_invitation f where state = 'under_review'
          union all
          select 'claims', count(*), min(created_at) from conversion_claim where state = 'open'
          union all
          select 'support', count(*), min(waiting_since) from support_request where state = 'open') pending`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ kind, ...counted }) => [kind, counted])) as PendingReviews
}

/** Registers what is under review. A scrape waits for no database that hangs: it has what was counted last then. */
export function registerReviewGauge(registry: Registry, db: Db): void {
  const gauge: Gauge<'metric'> = new Gauge({
    name: 'crels_reviews',
    help: 'What waits for a person’s decision or answer: clicks (reviews of paid clicks), shares, conversions, invitations, claims and support requests, and for how many seconds the oldest of all waits.',
    labelNames: ['metric'],
    registers: [registry],
    collect: collectInTime(count),
  })
  async function count(): Promise<void> {
    const pending = await pendingReviews(db).catch(() => undefined)
    if (!pending) return
    for (const kind of reviewKinds) gauge.set({ metric: kind }, pending[kind].open)
    const oldest = Math.max(...Object.values(pending).map(({ oldestSeconds }) => oldestSeconds))
    gauge.set({ metric: 'oldest_seconds' }, oldest)
  }
}

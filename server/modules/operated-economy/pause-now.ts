import { sql, type RawBuilder } from 'kysely'
import type { PauseView } from '#contracts/operator-economy.schemas.ts'
import { isAllowed } from '#rules/operator-permissions.ts'
import { lastExchangeSwitch } from '#server/modules/exchange/public.ts'
import { lastSwitch } from '#server/modules/pauses/public.ts'
import { waitingQueues } from '#server/modules/queues/public.ts'
import type { Db } from '#server/platform/database.ts'

type Feature = PauseView['feature']

/** Whose role and scopes say whether they may read of money. */
type Reader = Parameters<typeof isAllowed>[0]

const since = sql`crels_now() - interval '7 days'`

/** How often what a pause would stop was done in seven days: a block range index by time (migrations/0050_pauses.sql). */
const uses: Record<Feature, RawBuilder<{ count: number }>> = {
  exchange: sql`select count(*)::int as count from exchange_quote where created_at >= ${since}`,
  redemption: sql`select count(*)::int as count from redemption where requested_at >= ${since}`,
  payout: sql`
    select count(*)::int as count from redemption where state = 'paid' and state_at >= ${since}`,
  'sign-up': sql`select count(*)::int as count from member where created_at >= ${since}`,
  // Those of members alone: joining a campaign and sharing make their own.
  'link-creation': sql`
    select count(*)::int as count from link where created_at >= ${since} and kind in ('own', 'deep')`,
}

export const pausableFeatures = Object.keys(uses) as Feature[]

/**
 * Whether something is paused, who turned it last, and what a pause stops or its end lets go on: how often it was done in
 * seven days, and of payouts what waits, with dollars for who may read of money.
 */
export async function pauseNow(db: Db, actor: Reader, feature: Feature): Promise<PauseView> {
  const last = feature === 'exchange' ? await lastExchangeSwitch(db) : await lastSwitch(db, feature)
  const { rows } = await uses[feature].execute(db)
  return {
    feature,
    isPaused: last?.paused ?? false,
    // The exchange's first row says that it was never turned.
    last:
      last === undefined || (last.author === 'default' && last.reason === '')
        ? null
        : { author: last.author, reason: last.reason, at: last.at.toISOString() },
    usedIn7Days: rows[0]!.count,
    holds: feature === 'payout' ? await heldByPause(db, actor) : null,
  }
}

/** What a pause of payouts has wait, as Home counts it. */
async function heldByPause(db: Db, actor: Reader): Promise<PauseView['holds']> {
  const [payouts, payoutRuns] = await waitingQueues(db, {
    withMoney: isAllowed(actor, 'read.money'),
    queues: ['payouts', 'payout-runs'],
  })
  return { payouts: held(payouts!), payoutRuns: held(payoutRuns!) }
}

const held = ({ count, usdCents, countedAt }: Awaited<ReturnType<typeof waitingQueues>>[number]) => ({
  count,
  usdCents,
  countedAt,
})

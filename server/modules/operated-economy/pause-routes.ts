import { sql, type RawBuilder } from 'kysely'
import * as contract from '#contracts/operator-economy.endpoints.ts'
import type { PauseView } from '#contracts/operator-economy.schemas.ts'
import { isAllowed } from '#rules/operator-permissions.ts'
import { lastExchangeSwitch, switchExchange } from '#server/modules/exchange/public.ts'
import { requireOwnAgain, undoing, type OperatorActor } from '#server/modules/operators/public.ts'
import { lastSwitch, switchFeature, type PausableFeature } from '#server/modules/pauses/public.ts'
import { waitingQueues } from '#server/modules/queues/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'

type Feature = PauseView['feature']

/** The switches by which something is paused and opened again. */
export const pauseRoutes: Route[] = [
  bind(contract.listPauses, async ({ db, actor }) => {
    const items: PauseView[] = []
    for (const feature of features) items.push(await pauseNow(db, actor, feature))
    return { items }
  }),
  ...([contract.pauseExchange, contract.resumeExchange] as const).map((endpoint) =>
    bind(endpoint, async ({ transaction, actor, body }) =>
      transaction(async (tx) => {
        const paused = endpoint.id === 'pauseExchange'
        const { reason } = body
        if (!(await switchExchange(tx, undoing(actor, body), { paused, reason })))
          await requireOwnTurn(tx, actor, { feature: 'exchange', paused, reason })
        return await pauseNow(tx, actor, 'exchange')
      }),
    ),
  ),
  ...switches().map(([endpoint, feature, paused]) =>
    bind(endpoint, async ({ transaction, actor, body }) =>
      transaction(async (tx) => {
        const { reason } = body
        if (!(await switchFeature(tx, undoing(actor, body), { feature, paused, reason })))
          await requireOwnTurn(tx, actor, { feature, paused, reason })
        return await pauseNow(tx, actor, feature)
      }),
    ),
  ),
]

/** `conflict` for a turn that another made before: to undo the second of two would undo the first. */
async function requireOwnTurn(
  tx: Tx,
  actor: OperatorActor,
  { feature, paused, reason }: { feature: Feature; paused: boolean; reason: string },
): Promise<void> {
  const action = paused ? ('pause' as const) : ('resume' as const)
  await requireOwnAgain(tx, actor, {
    action: `${feature}.${action}`,
    target: feature,
    reason,
    detail: `It is ${paused ? 'paused' : 'open'} already.`,
  })
}

function switches() {
  return [
    [contract.pauseRedemptions, 'redemption', true],
    [contract.resumeRedemptions, 'redemption', false],
    [contract.pausePayouts, 'payout', true],
    [contract.resumePayouts, 'payout', false],
    [contract.pauseSignUps, 'sign-up', true],
    [contract.resumeSignUps, 'sign-up', false],
    [contract.pauseLinkCreation, 'link-creation', true],
    [contract.resumeLinkCreation, 'link-creation', false],
  ] as const satisfies readonly (readonly [unknown, PausableFeature, boolean])[]
}

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

const features = Object.keys(uses) as Feature[]

async function pauseNow(db: Db, actor: OperatorCaller, feature: Feature): Promise<PauseView> {
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
async function heldByPause(db: Db, actor: OperatorCaller): Promise<PauseView['holds']> {
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

import type { Logger } from 'pino'
import { sql } from 'kysely'
import { clickPay, completedCrels, hourOf, type ClickPay } from '#rules/click-pay.ts'
import { DEFAULT_CLICK_LIMITS, type ClickLimits } from '#rules/click-review.ts'
import { unlocksAt } from '#rules/earning.ts'
import { enrolmentTerms, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'
import { campaignBudget, lockAccounts, memberPending, move, post } from '#server/modules/ledger/public.ts'
import {
  enrolmentsWithDueClicks,
  lockDueClicks,
  settleDueClicks,
  type DueClick,
  type SettledClick,
  originsOfClicks,
} from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow } from '#server/platform/each-by-itself.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { clickPayKey, earnedCrels, insertClickPay, lastClickPay } from './click-pay-queries.ts'
import { insertEarning } from './earning-queries.ts'
import { dueOfOneReward } from './due-of-one-reward.ts'
import { judgeDueClicks } from './judge-due-clicks.ts'
import { recordBudgetState } from './fund-earning.ts'

export interface ClicksPaid {
  /** Hours of enrolments that were settled, and what they came to. */
  settled: number
  crels: number
}

/**
 * Pays the unique clicks of hours that are over, an enrolment at a time: whole crels from the budget to the member's
 * pending, once an enrolment and hour, at the reward of when they were made. Clicks that were loaded late, or that have
 * another reward, go with the next hour. Killed at any step nothing
 * is half done, and two workers at once settle each enrolment once. Visitors beyond `limits` are under review. An enrolment
 * that fails is logged, thrown at the end and repeated at the next run.
 */
export async function payClicks(
  db: Db,
  { log, limits = DEFAULT_CLICK_LIMITS }: { log: Logger; limits?: ClickLimits },
): Promise<ClicksPaid> {
  const result: ClicksPaid = { settled: 0, crels: 0 }
  const before = new Date(hourOf((await databaseNow(db)).getTime()))
  await eachOrThrow(
    await enrolmentsWithDueClicks(db, before),
    async (enrolmentId) => {
      const crels = await inTransaction(
        db,
        async (tx) => await payEnrolment(tx, enrolmentId, { before, limits }),
      )
      if (crels === null) return
      result.settled += 1
      result.crels += crels
    },
    (error, enrolment) => log.error({ err: error, enrolment }, 'clicks not paid'),
  )
  return result
}

/** Settles the clicks of an enrolment from before an hour; null when there is nothing to settle, or not yet. */
async function payEnrolment(
  tx: Tx,
  enrolmentId: string,
  { before, limits }: { before: Date; limits: ClickLimits },
): Promise<number | null> {
  const terms = await enrolmentTerms(tx, enrolmentId)
  if (!terms) return null
  const hour = new Date(before.getTime() - 3_600_000)
  const { remainderMillicrels, isPaid } = await lastClickPay(tx, enrolmentId, hour)
  if (isPaid) return null
  const all = await lockDueClicks(tx, enrolmentId, before)
  if (all.length === 0) return null

  const { due, clickMillicrels: rate, rewardAt } = await dueOfOneReward(tx, terms, all)
  const { good, settled } = await judgeDueClicks(tx, terms, due, { limits, rewardAt })
  // The budget is exact from here on: no other transaction spends it until this commits.
  const [budget] = await lockAccounts(tx, [
    campaignBudget(terms.campaign.id),
    ...(good.length > 0 ? [memberPending(terms.party)] : []),
  ])
  const budgetLeftCrels = budget!.posted - budget!.reserved
  const { perMemberCapCrels: cap } = terms.campaign
  const pay = clickPay({
    clicks: good.length,
    clickMillicrels: rate ?? 1,
    remainderMillicrels,
    budgetLeftCrels,
    capLeftCrels: cap === null ? null : cap - (await earnedCrels(tx, enrolmentId)),
  })
  for (const [index, { clickId }] of good.entries())
    settled.push(
      index < pay.paidClicks
        ? { clickId, state: 'paid' }
        : { clickId, state: 'refused', reason: pay.refusal! },
    )
  await settleDueClicks(tx, enrolmentId, { hour, clicks: settled })
  const decided = settled.filter(({ state }) => state !== 'under_review')
  // Where all of them are under review the hour is still to come.
  if (decided.length === 0) return 0
  const earningId = pay.crels > 0 ? newId('earning') : null
  if (earningId) {
    const { paidClicks } = pay
    const paid = { ...pay, earningId, hour, last: good[paidClicks - 1]!, clickMillicrels: rate! }
    await postAndRecord(tx, terms, paid)
    await recordOrigins(tx, earningId, good, { paidClicks, remainderMillicrels, clickMillicrels: rate! })
  }
  await insertClickPay(tx, {
    enrolmentId,
    hour,
    millicrels: rate,
    clicks: decided.length,
    paidClicks: pay.paidClicks,
    refused: countRefused(decided),
    firstAt: firstOf(due, decided),
    limits,
    remainderBefore: remainderMillicrels,
    remainderAfter: pay.remainderMillicrels,
    crels: pay.crels,
    earningId,
  })
  if (budgetLeftCrels - pay.crels < terms.campaign.leastRewardCrels)
    await recordBudgetState(tx, terms.campaign)
  return pay.crels
}

/** When the first of the clicks that were decided was made. */
function firstOf(due: DueClick[], decided: SettledClick[]): Date {
  const ids = new Set(decided.map(({ clickId }) => clickId))
  return due.find(({ clickId }) => ids.has(clickId))!.at
}

function countRefused(clicks: SettledClick[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const click of clicks)
    if (click.state === 'refused') counts[click.reason] = (counts[click.reason] ?? 0) + 1
  return counts
}

async function postAndRecord(
  tx: Tx,
  terms: EnrolmentTerms,
  paid: Pick<ClickPay, 'paidClicks' | 'crels'> & {
    earningId: string
    hour: Date
    last: DueClick
    clickMillicrels: number
  },
): Promise<void> {
  const { enrolmentId, party, uid, campaign, holdDays } = terms
  const now = await databaseNow(tx)
  await post(tx, {
    kind: 'earning_pending',
    scope: 'click',
    idem: clickPayKey({ enrolmentId, hour: paid.hour }),
    lines: move(campaignBudget(campaign.id), memberPending(party), paid.crels),
    effectiveAt: now,
  })
  await insertEarning(tx, {
    id: paid.earningId,
    conversionId: null,
    uid,
    party,
    campaignId: campaign.id,
    enrolmentId,
    type: 'click',
    crels: paid.crels,
    state: 'pending',
    reason: null,
    basis: {
      saleUsdCents: null,
      bps: null,
      usdToCrels: null,
      clicks: paid.paidClicks,
      clickMillicrels: paid.clickMillicrels,
    },
    holdId: null,
    occurredAt: paid.last.at,
    createdAt: now,
    unlocksAt: new Date(unlocksAt(now.getTime(), holdDays)),
  })
}

/**
 * Writes which links and places the crels of an earning of clicks came from: each belongs to the click that completed
 * it. `clicks` are those that were paid, in order.
 */
async function recordOrigins(
  tx: Tx,
  earningId: string,
  clicks: DueClick[],
  paid: { clickMillicrels: number; remainderMillicrels: number } & Pick<ClickPay, 'paidClicks'>,
): Promise<void> {
  const completed = completedCrels(paid)
  const origins = await originsOfClicks(
    tx,
    completed.map(({ click }) => clicks[click]!),
  )
  // One row for the clicks of one link and place; what is not there any more came from nowhere known.
  await sql`
    insert into earning_origin (earning_id, link_id, country, device, referrer_host, sub_id, crels)
    select ${earningId}, o.link, o.country, o.device, o.referrer, o.sub, sum(o.crels)
    from unnest(${origins.map(({ linkId }) => linkId)}::text[], ${origins.map(({ country }) => country)}::text[],
                ${origins.map(({ device }) => device)}::text[], ${origins.map(({ referrerHost }) => referrerHost)}::text[],
                ${origins.map(({ subId }) => subId)}::text[], ${completed.map(({ crels }) => crels)}::bigint[])
      as o (link, country, device, referrer, sub, crels)
    group by 2, 3, 4, 5, 6`.execute(tx)
}

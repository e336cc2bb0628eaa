import type { Logger } from 'pino'
import { clickPay, hourOf, ranAt, type ClickPayRefusal } from '#rules/click-pay.ts'
import { unlocksAt } from '#rules/earning.ts'
import { campaignStates, enrolmentTerms, type EnrolmentTerms } from '#server/modules/campaigns/public.ts'
import {
  campaignBudget,
  isClosed,
  lockAccounts,
  memberPending,
  move,
  post,
} from '#server/modules/ledger/public.ts'
import { enrolmentsWithDueClicks, takeDueClicks, type DueClick } from '#server/modules/links/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { clickPayKey, earnedCrels, insertClickPay, lastClickPay } from './click-pay-queries.ts'
import { insertEarning } from './earning-queries.ts'
import { visitorsOfMember } from './member-visitor-queries.ts'
import { noteBudget } from './note-budget.ts'
import { recordOrigins } from './record-origins.ts'

export interface ClicksPaid {
  /** Hours of enrolments that were settled, and what they came to. */
  settled: number
  crels: number
  /** Enrolments that could not be settled, each logged; the next run tries them again. */
  failed: number
}

/**
 * Pays the unique clicks of hours that are over, an enrolment at a time: whole crels from the budget to the member's
 * pending, once an enrolment and hour. Clicks that were loaded late go with the next hour. Killed at any step nothing
 * is half done, and two workers at once settle each enrolment once.
 */
export async function payClicks(db: Db, { log }: { log: Logger }): Promise<ClicksPaid> {
  const result: ClicksPaid = { settled: 0, crels: 0, failed: 0 }
  const before = new Date(hourOf((await databaseNow(db)).getTime()))
  for (const enrolmentId of await enrolmentsWithDueClicks(db, before)) {
    try {
      const crels = await inTransaction(db, async (tx) => await payEnrolment(tx, enrolmentId, before))
      if (crels === null) continue
      result.settled += 1
      result.crels += crels
    } catch (error) {
      // One that cannot be paid keeps nobody else's back.
      result.failed += 1
      log.error({ err: error, enrolment: enrolmentId }, 'clicks not paid')
    }
  }
  return result
}

/** Settles the clicks of an enrolment from before an hour; null when there is nothing to settle, or not yet. */
async function payEnrolment(tx: Tx, enrolmentId: string, before: Date): Promise<number | null> {
  const terms = await enrolmentTerms(tx, enrolmentId)
  if (!terms) return null
  const hour = new Date(before.getTime() - 3_600_000)
  const { keptMillicrels, isPaid } = await lastClickPay(tx, enrolmentId, hour)
  if (isPaid) return null
  const due = await takeDueClicks(tx, enrolmentId, before)
  if (due.length === 0) return null

  const refused: Partial<Record<ClickPayRefusal, number>> = {}
  const refuse = (reason: ClickPayRefusal, clicks = 1) => (refused[reason] = (refused[reason] ?? 0) + clicks)
  const good = await withoutRefused(tx, terms, due, refuse)
  // The budget is exact from here on: nobody else spends it until this commits.
  const [budget] = await lockAccounts(tx, [
    campaignBudget(terms.campaign.id),
    ...(good.length > 0 ? [memberPending(terms.subject)] : []),
  ])
  const budgetLeftCrels = budget!.posted - budget!.held
  const { perMemberCapCrels: cap } = terms.campaign
  const rate = terms.reward.clickMillicrels
  const pay = clickPay({
    clicks: good.length,
    clickMillicrels: rate ?? 1,
    keptMillicrels,
    budgetLeftCrels,
    capLeftCrels: cap === null ? null : cap - (await earnedCrels(tx, enrolmentId)),
  })
  if (pay.refusal) refuse(pay.refusal, good.length - pay.paidClicks)
  const earningId = pay.crels > 0 ? newId('earning') : null
  if (earningId) {
    await postAndRecord(tx, terms, { ...pay, earningId, hour, last: good[pay.paidClicks - 1]! })
    const { paidClicks } = pay
    await recordOrigins(tx, earningId, good, { paidClicks, keptMillicrels, clickMillicrels: rate! })
  }
  await insertClickPay(tx, {
    enrolmentId,
    hour,
    millicrels: rate,
    clicks: due.length,
    paidClicks: pay.paidClicks,
    refused,
    keptBefore: keptMillicrels,
    keptAfter: pay.keptMillicrels,
    crels: pay.crels,
    earningId,
  })
  if (budgetLeftCrels - pay.crels < terms.campaign.leastRewardCrels) await noteBudget(tx, terms.campaign)
  return pay.crels
}

/** The clicks that are to be paid, in order; each other is refused for the first reason that applies. */
async function withoutRefused(
  tx: Tx,
  { uid, subject, reward, campaign }: EnrolmentTerms,
  due: DueClick[],
  refuse: (reason: ClickPayRefusal) => void,
): Promise<DueClick[]> {
  const own = new Set(await visitorsOfMember(tx, uid, due[0]!.at))
  const states = await campaignStates(tx, campaign.id)
  const dates = { startsAt: campaign.startsAt.getTime(), endsAt: campaign.endsAt?.getTime() ?? null }
  const { brandSuspendedAt } = campaign
  // A member who is gone has no name of their own any more.
  const isGone = uid === subject || (await isClosed(tx, subject))
  return due.filter(({ at, visitor }) => {
    const running = ranAt(at.getTime(), { ...dates, states }) && (!brandSuspendedAt || at < brandSuspendedAt)
    let reason: ClickPayRefusal | undefined
    if (reward.clickMillicrels === null) reason = 'reward_not_offered'
    else if (own.has(visitor)) reason = 'own_visit'
    else if (!running) reason = 'campaign_not_running'
    else if (isGone) reason = 'account_closed'
    if (reason) refuse(reason)
    return reason === undefined
  })
}

async function postAndRecord(
  tx: Tx,
  terms: EnrolmentTerms,
  paid: { paidClicks: number; crels: number; earningId: string; hour: Date; last: DueClick },
): Promise<void> {
  const { enrolmentId, subject, uid, campaign, reward, holdDays } = terms
  const now = await databaseNow(tx)
  await post(tx, {
    kind: 'earning_pending',
    scope: 'click',
    idem: clickPayKey({ enrolmentId, hour: paid.hour }),
    lines: move(campaignBudget(campaign.id), memberPending(subject), paid.crels),
    effectiveAt: now,
  })
  await insertEarning(tx, {
    id: paid.earningId,
    conversionId: null,
    uid,
    subject,
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
      clickMillicrels: reward.clickMillicrels,
    },
    holdId: null,
    occurredAt: paid.last.at,
    createdAt: now,
    unlocksAt: new Date(unlocksAt(now.getTime(), holdDays)),
  })
}

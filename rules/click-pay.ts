/**
 * What unique clicks are paid (docs/economy.md, Links and clicks): once for a visitor, enrolment and UTC day, in
 * thousandths of a crel, whole crels of which move; the rest is kept for the enrolment's next clicks.
 */
import { clickEarning } from './earning.ts'

/** Why a unique click is not paid, in the order asked: the first that applies is the reason. */
export const CLICK_PAY_REFUSALS = [
  /** The enrolment paid nothing for a click when it was made. */
  'reward_not_offered',
  /** The visitor is one of the member's own devices. */
  'own_visit',
  /** The campaign had not begun, was paused or was over. */
  'campaign_not_running',
  /** The member was disabled when it was made, or the account is being deleted. */
  'account_closed',
  /** An operator looked at it and found no person there. */
  'not_genuine',
  /** The member would earn more in this campaign than its cap. */
  'member_cap_reached',
  /** The budget does not cover the next crel. */
  'budget_spent',
] as const

export type ClickPayRefusal = (typeof CLICK_PAY_REFUSALS)[number]

/** Clicks of one enrolment that are to be paid, and what limits it. Amounts are safe integers of at least 0. */
export type ClickPayFacts = {
  clicks: number
  clickMillicrels: number
  /** Below 1 000: what earlier clicks left. */
  remainderMillicrels: number
  budgetLeftCrels: number
  /** What the member may still earn in the campaign; null without a cap. */
  capLeftCrels: number | null
}

/** What is paid, and what is refused and why. */
export type ClickPay = {
  paidClicks: number
  crels: number
  remainderMillicrels: number
  /** Null when every click is paid. */
  refusal: 'member_cap_reached' | 'budget_spent' | null
}

/**
 * Pays as many clicks as budget and cap cover, in order: the first that would bring about a crel which is not covered
 * is refused, and all after it. So never a crel more than there is, and what was kept stays kept.
 */
export function clickPay(facts: ClickPayFacts): ClickPay {
  const { clicks, clickMillicrels, remainderMillicrels, budgetLeftCrels, capLeftCrels } = facts
  const cap = capLeftCrels === null ? Infinity : Math.max(0, capLeftCrels)
  const crelsMax = Math.min(Math.max(0, budgetLeftCrels), cap)
  const millicrelsMax = BigInt(crelsMax) * 1_000n + 999n - BigInt(remainderMillicrels)
  const payable = millicrelsMax / BigInt(clickMillicrels)
  const paidClicks = payable < BigInt(clicks) ? Number(payable) : clicks
  const paid = clickEarning(paidClicks, clickMillicrels, remainderMillicrels)
  const refusal = cap <= budgetLeftCrels ? 'member_cap_reached' : 'budget_spent'
  return { paidClicks, ...paid, refusal: paidClicks < clicks ? refusal : null }
}

/**
 * Which of the paid clicks brought about the whole crels: a crel belongs to the click that completed it, which what was
 * kept of clicks before may have begun. Clicks are numbered from 0; those that completed none are absent, and all
 * crels together are those that were paid.
 */
export function completedCrels({
  paidClicks,
  clickMillicrels,
  remainderMillicrels,
}: Pick<ClickPayFacts, 'clickMillicrels' | 'remainderMillicrels'> & Pick<ClickPay, 'paidClicks'>): {
  click: number
  crels: number
}[] {
  const completed: { click: number; crels: number }[] = []
  let rest = remainderMillicrels
  for (let click = 0; click < paidClicks; click += 1) {
    rest += clickMillicrels
    const crels = Math.floor(rest / 1_000)
    rest -= crels * 1_000
    if (crels > 0) completed.push({ click, crels })
  }
  return completed
}

/** A state that was written for a campaign, and since when (milliseconds since 1970). */
export type StateSince = { at: number; state: string }

/**
 * Whether a campaign ran at a moment, by what people wrote of it (`states`, oldest first) and its dates. What is
 * spent is not asked: the budget decides that when clicks are paid.
 */
export function ranAt(
  at: number,
  { states, startsAt, endsAt }: { states: readonly StateSince[]; startsAt: number; endsAt: number | null },
): boolean {
  if (at < startsAt || (endsAt !== null && at >= endsAt)) return false
  const state = stateAt(at, states)
  return state === 'active' || state === 'scheduled' || state === 'exhausted'
}

/** The state at a moment, of those that were written, oldest first; undefined before the first. */
export function stateAt(at: number, states: readonly StateSince[]): string | undefined {
  return states.findLast((written) => written.at <= at)?.state
}

/** What a click was paid until a moment (milliseconds since 1970), in thousandths of a crel; null for nothing. */
export type FormerClickReward = { until: number; clickMillicrels: number | null }

/**
 * What a click is paid that was made at a moment: what the first change after it ended (`former`, oldest first), else what
 * is paid now.
 */
export function clickRewardAt(
  at: number,
  { former, now }: { former: readonly FormerClickReward[]; now: number | null },
): number | null {
  const ended = former.find(({ until }) => at < until)
  return ended ? ended.clickMillicrels : now
}

/** The UTC hour that a moment is in, as milliseconds since 1970. */
export function hourOf(at: number): number {
  return Math.floor(at / 3_600_000) * 3_600_000
}

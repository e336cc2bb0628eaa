/**
 * The states of a campaign (docs/economy.md, Campaigns and enrolments):
 * `draft → scheduled → active ⇄ paused → ended → archived`, and `exhausted` when the budget is spent.
 * Some moves are made by people, some by time and money; `effectiveState` knows the latter before a job writes them.
 */

export const CAMPAIGN_STATES = [
  'draft',
  'scheduled',
  'active',
  'paused',
  'exhausted',
  'ended',
  'archived',
] as const

export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** Days that an earning is pending, and that a click can lead to one, where a campaign does not say. */
export const DEFAULT_HOLD_DAYS = 30
export const DEFAULT_COOKIE_DAYS = 30

/** What an operator or a brand does to a campaign. */
export const CAMPAIGN_ACTIONS = ['publish', 'unpublish', 'pause', 'resume', 'end', 'archive'] as const
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number]

/** Whether an action is done with a reason: it stops what members earn by, or starts it again. */
export function asksReason(action: CampaignAction): boolean {
  return action === 'pause' || action === 'resume' || action === 'end'
}

const moves: Record<CampaignState, { readonly [action in CampaignAction]?: CampaignState }> = {
  draft: { publish: 'scheduled', archive: 'archived' },
  scheduled: { unpublish: 'draft', end: 'ended' },
  active: { pause: 'paused', end: 'ended' },
  paused: { resume: 'active', end: 'ended' },
  exhausted: { pause: 'paused', end: 'ended' },
  ended: { archive: 'archived' },
  archived: {},
}

/**
 * The state after an action, undefined where the action is not possible. Publishing gives `scheduled` and
 * resuming `active`; `effectiveState` then says whether it has begun, is spent or is over.
 */
export function campaignStateAfter(state: CampaignState, action: CampaignAction): CampaignState | undefined {
  return moves[state][action]
}

/** What decides the state besides people. Times are milliseconds since 1970; `endsAt` null is without end. */
export type CampaignFacts = {
  state: CampaignState
  startsAt: number
  endsAt: number | null
  budgetLeftCrels: number
  /** The least crels a conversion or click can cost, at least 1: with less left the budget is spent. */
  leastRewardCrels?: number
}

/**
 * The state at `now` (milliseconds since 1970). The start belongs to the campaign, the end does not. A published
 * campaign is ended from its end on, even paused; between its times it is `exhausted` while the budget does not
 * cover the least reward, and active again as soon as it does. `draft`, `ended` and `archived` stay.
 */
export function effectiveState(facts: CampaignFacts, now: number): CampaignState {
  const { state, startsAt, endsAt, budgetLeftCrels, leastRewardCrels = 1 } = facts
  if (state === 'draft' || state === 'ended' || state === 'archived') return state
  if (endsAt !== null && now >= endsAt) return 'ended'
  if (state === 'paused') return 'paused'
  if (now < startsAt) return 'scheduled'
  return budgetLeftCrels < Math.max(1, leastRewardCrels) ? 'exhausted' : 'active'
}

/** Whether members may join or apply: the campaign is active. */
export function isOpenToJoin(state: CampaignState): boolean {
  return state === 'active'
}

/** Whether a visitor may see the campaign; a draft and an archived one are not found. */
export function isVisible(state: CampaignState): boolean {
  return state !== 'draft' && state !== 'archived'
}

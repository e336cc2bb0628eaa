import { isOpenToJoin, type CampaignState } from './campaign-state.ts'
import { dayMs } from './utc-date.ts'

/**
 * The states of a member in a campaign (docs/economy.md, Campaigns and enrolments): `applied → active | declined`,
 * `active → left | removed`, `removed → active`.
 */
export const ENROLMENT_STATES = ['applied', 'active', 'declined', 'left', 'removed'] as const

export type EnrolmentState = (typeof ENROLMENT_STATES)[number]

/** What the member (`leave`) or the brand (the others) does to an enrolment; `let-back-in` takes a removal back. */
export type EnrolmentAction = 'approve' | 'decline' | 'leave' | 'remove' | 'let-back-in'

const moves: Record<EnrolmentState, { readonly [action in EnrolmentAction]?: EnrolmentState }> = {
  applied: { approve: 'active', decline: 'declined', leave: 'left' },
  active: { leave: 'left', remove: 'removed' },
  declined: {},
  left: {},
  removed: { 'let-back-in': 'active' },
}

/** The state after an action, undefined where it is not possible. Leaving while `applied` withdraws the application. */
export function enrolmentStateAfter(
  state: EnrolmentState,
  action: EnrolmentAction,
): EnrolmentState | undefined {
  return moves[state][action]
}

/** The state a join begins in: an open campaign's member is active at once, otherwise the brand approves. */
export function stateOnJoining(approval: 'open' | 'application'): EnrolmentState {
  return approval === 'open' ? 'active' : 'applied'
}

/** Days after which a declined member may apply again. */
export const REAPPLY_AFTER_DAYS = 30

/** When a declined member may apply again; both in milliseconds since 1970. */
export function reapplyAt(declinedAt: number): number {
  return declinedAt + REAPPLY_AFTER_DAYS * dayMs
}

/** The items of the checklist, in the order a person should see to them. */
export const JOIN_CHECKS = [
  'email_verified',
  'campaign_open',
  'not_enrolled',
  'places_left',
  'country_allowed',
  'channel_present',
] as const

export type JoinCheck = (typeof JOIN_CHECKS)[number]

/** What decides whether a member can join. The server reads it in its transaction, the screen from its queries. */
export type JoinFacts = {
  emailVerified: boolean
  /** ISO 3166-1 alpha-2, or null while the profile has none. */
  country: string | null
  /** The platforms of the channels in the member's profile. */
  channels: readonly string[]
  campaign: {
    /** The effective state at `now`. */
    state: CampaignState
    /** Countries whose members may join; none listed means every country. */
    countries: readonly string[]
    /** Platforms of which a member needs at least one; none listed means no channel is needed. */
    requiredChannels: readonly string[]
    /** Most members at a time, null without limit. */
    memberLimit: number | null
    /** Members that take a place now: the applied and the active. */
    memberCount: number
  }
  /** The member's enrolment so far, and when it came into its state (milliseconds since 1970). */
  enrolment: { state: EnrolmentState; since: number } | null
}

/**
 * The checklist for joining at `now` (milliseconds since 1970): every item, in order, and whether it is met.
 * A member who left may join again, a declined one after 30 days; a removed one never joins, but may be let
 * back in.
 */
export function joinChecklist(facts: JoinFacts, now: number): { key: JoinCheck; ok: boolean }[] {
  const { campaign, enrolment } = facts
  const met: Record<JoinCheck, boolean> = {
    email_verified: facts.emailVerified,
    campaign_open: isOpenToJoin(campaign.state),
    not_enrolled: enrolment === null || mayJoinAgain(enrolment, now),
    places_left: campaign.memberLimit === null || campaign.memberCount < campaign.memberLimit,
    country_allowed: campaign.countries.length === 0 || includes(campaign.countries, facts.country),
    channel_present:
      campaign.requiredChannels.length === 0 ||
      facts.channels.some((channel) => includes(campaign.requiredChannels, channel)),
  }
  return JOIN_CHECKS.map((key) => ({ key, ok: met[key] }))
}

/** Whether a member can join at `now`: every item of the checklist is met. */
export function canJoin(facts: JoinFacts, now: number): boolean {
  return joinChecklist(facts, now).every(({ ok }) => ok)
}

function mayJoinAgain({ state, since }: { state: EnrolmentState; since: number }, now: number): boolean {
  return state === 'left' || (state === 'declined' && now >= reapplyAt(since))
}

function includes(list: readonly string[], value: string | null): boolean {
  return value !== null && list.some((item) => item.toLowerCase() === value.trim().toLowerCase())
}

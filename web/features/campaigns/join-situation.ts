import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { placesLeft } from './campaign-text.ts'

type Enrolment = NonNullable<Campaign['enrolment']>

/** Why the campaign is closed to new members. */
export type Closed = 'ended' | 'suspended' | 'paused' | 'exhausted' | 'scheduled' | 'full' | 'other'

/** What a visitor or a member who has not joined can do. */
export type Next =
  | { kind: 'closed'; why: Closed }
  | { kind: 'visitor' }
  | { kind: 'missing' }
  | { kind: 'open'; by: 'open' | 'application' }

/** A person's situation with a campaign: it decides the one action of its page. */
export type JoinSituation =
  | { kind: 'joined' | 'applied' | 'removed'; enrolment: Enrolment }
  | { kind: 'left'; enrolment: Enrolment; next: Next }
  | { kind: 'declined'; enrolment: Enrolment; next: Next | { kind: 'wait' } }
  | Next

/** What a situation leaves to do. */
export function nextOf(situation: JoinSituation): JoinSituation['kind'] | 'wait' {
  return 'next' in situation ? situation.next.kind : situation.kind
}

/** One's own enrolment first, then whether it is open at all, then who is asking, then what is missing. */
export function joinSituation(campaign: Campaign | PublicCampaign, now: Date): JoinSituation {
  const member = 'requirements' in campaign ? campaign : null
  const enrolment = member?.enrolment ?? null
  if (enrolment?.state === 'active') return { kind: 'joined', enrolment }
  if (enrolment?.state === 'applied') return { kind: 'applied', enrolment }
  if (enrolment?.state === 'removed') return { kind: 'removed', enrolment }

  const why = closedBecause(campaign)
  let next: Next = { kind: 'visitor' }
  if (why) next = { kind: 'closed', why }
  else if (member) next = member.canJoin ? { kind: 'open', by: campaign.approval } : { kind: 'missing' }

  if (enrolment?.state === 'left') return { kind: 'left', enrolment, next }
  if (enrolment?.state !== 'declined') return next
  const waits = enrolment.reapplyAt !== null && new Date(enrolment.reapplyAt) > now
  return { kind: 'declined', enrolment, next: waits && !why ? { kind: 'wait' } : next }
}

function closedBecause(campaign: PublicCampaign | Campaign): Closed | null {
  switch (campaign.state) {
    case 'active':
      return placesLeft(campaign) === 0 ? 'full' : null
    case 'ended':
    case 'archived':
      return 'ended'
    case 'paused':
      return 'isBrandSuspended' in campaign && campaign.isBrandSuspended ? 'suspended' : 'paused'
    case 'exhausted':
    case 'scheduled':
      return campaign.state
    default:
      return 'other'
  }
}

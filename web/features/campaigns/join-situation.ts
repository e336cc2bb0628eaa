import type { Campaign, PublicCampaign } from '#contracts/campaigns.responses.ts'
import { placesLeft } from './campaign-words.ts'

type Enrolment = NonNullable<Campaign['enrolment']>

/** Why nobody can join just now. */
export type Closed = 'ended' | 'paused' | 'exhausted' | 'scheduled' | 'full' | 'other'

/** Where a person stands with a campaign: it decides the one action of its page. */
export type JoinSituation =
  | { kind: 'joined'; enrolment: Enrolment }
  | { kind: 'applied'; enrolment: Enrolment }
  | { kind: 'declined'; enrolment: Enrolment; mayReapply: boolean }
  | { kind: 'removed'; enrolment: Enrolment }
  | { kind: 'closed'; why: Closed }
  | { kind: 'visitor' }
  | { kind: 'missing' }
  | { kind: 'open'; by: 'open' | 'application' }

/** One's own enrolment first, then whether it is open at all, then who is asking, then what is missing. */
export function joinSituation(campaign: Campaign | PublicCampaign, now: Date): JoinSituation {
  const member = 'requirements' in campaign ? campaign : null
  const enrolment = member?.enrolment ?? null
  if (enrolment?.state === 'active') return { kind: 'joined', enrolment }
  if (enrolment?.state === 'applied') return { kind: 'applied', enrolment }
  if (enrolment?.state === 'removed') return { kind: 'removed', enrolment }

  const why = closedBecause(campaign)
  if (enrolment?.state === 'declined') {
    const waited = enrolment.reapplyAt === null || new Date(enrolment.reapplyAt) <= now
    if (!waited || why) return { kind: 'declined', enrolment, mayReapply: false }
    if (member?.canJoin) return { kind: 'declined', enrolment, mayReapply: true }
  }
  if (why) return { kind: 'closed', why }
  if (!member) return { kind: 'visitor' }
  return member.canJoin ? { kind: 'open', by: campaign.approval } : { kind: 'missing' }
}

function closedBecause(campaign: PublicCampaign | Campaign): Closed | null {
  switch (campaign.state) {
    case 'active':
      return placesLeft(campaign) === 0 ? 'full' : null
    case 'ended':
    case 'archived':
      return 'ended'
    case 'paused':
    case 'exhausted':
    case 'scheduled':
      return campaign.state
    default:
      return 'other'
  }
}

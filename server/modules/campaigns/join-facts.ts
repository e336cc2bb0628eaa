import type { JoinFacts } from '#rules/enrolment-state.ts'
import type { MemberProfile } from '#server/modules/accounts/public.ts'
import type { CampaignNow } from './campaign-now.ts'
import type { EnrolmentRow } from './enrolment-queries.ts'

/** What decides whether a member can join, as the rules ask for it; the same for the screen and for joining. */
export function joinFacts(
  campaign: CampaignNow,
  profile: Pick<MemberProfile, 'country' | 'channels'> | undefined,
  enrolment: EnrolmentRow | undefined,
  emailVerified: boolean,
): JoinFacts {
  return {
    emailVerified,
    country: profile?.country ?? null,
    channels: profile?.channels.map((channel) => channel.platform) ?? [],
    campaign: {
      state: campaign.state,
      countries: campaign.countries,
      requiredChannels: campaign.requiredChannels,
      memberLimit: campaign.memberLimit,
      memberCount: campaign.members + campaign.applicants,
    },
    enrolment: enrolment ? { state: enrolment.state, since: stateSince(enrolment).getTime() } : null,
  }
}

/** When an enrolment came into its state. */
function stateSince({ state, appliedAt, joinedAt, decidedAt, leftAt }: EnrolmentRow): Date {
  if (state === 'declined') return decidedAt ?? appliedAt
  if (state === 'active') return joinedAt ?? appliedAt
  return leftAt ?? appliedAt
}

import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getInvitationReview } from '#contracts/operator-reviews.endpoints.ts'
import type { InvitationReview } from '#contracts/operator-review-shapes.ts'
import { call } from '#console/platform/api.ts'
import { AlikeMembers } from '#console/platform/alike-members.tsx'
import { Facts, Timeline } from '#console/ui/facts.tsx'
import { formatDateTime, formatDay, formatNumber } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { standingFacts } from './standing-facts.ts'

/** An invitation under review: what connects the two, and how the inviter's others went. */
export function InvitationReviewMore({ friendUid }: { friendUid: string }) {
  const review = useQuery({
    queryKey: ['invitation-review', friendUid],
    queryFn: async ({ signal }) => await call(getInvitationReview, { params: { uid: friendUid }, signal }),
  })
  if (review.isPending) return <LoadingState />
  // Who decides knows that the signals are missing.
  if (review.isError) return <FailureState error={review.error} onRetry={() => void review.refetch()} />
  const more = review.data
  const { signals, inviter } = more
  return (
    <>
      <Pills>
        {signals.sharedDevices > 0 && (
          <Pill tone="bad">
            {m.review_same_devices({
              count: signals.sharedDevices,
              day: signals.lastSharedOn === null ? '' : formatDay(signals.lastSharedOn),
            })}
          </Pill>
        )}
        {signals.isSharedDestination && <Pill tone="bad">{m.review_same_destination()}</Pill>}
        {inviter.onSameDevice > 1 && (
          <Pill tone="bad">{m.review_friends_on_device({ count: formatNumber(inviter.onSameDevice) })}</Pill>
        )}
      </Pills>
      <AlikeMembers alike={more.alike} />
      <Facts
        facts={[
          [
            m.review_inviters_others(),
            m.review_inviters_value({
              invited: formatNumber(inviter.invited),
              paid: formatNumber(inviter.paid),
              unpaid: formatNumber(inviter.unpaid),
            }),
          ],
          ...standingFacts(more.member360),
        ]}
      />
      <Timeline
        label={m.review_invitation_timeline()}
        steps={more.timeline.map(({ at, what, detail }) => ({
          key: what,
          at: formatDateTime(at),
          text: detail ? `${steps[what]()} · ${detail}` : steps[what](),
        }))}
      />
    </>
  )
}

const steps: Record<InvitationReview['timeline'][number]['what'], () => string> = {
  inviter_joined: m.review_what_inviter_joined,
  friend_joined: m.review_what_friend_joined,
  accepted: m.review_what_accepted,
  campaign: m.review_what_campaign,
  review: m.review_what_review,
}

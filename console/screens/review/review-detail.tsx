import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { getConversionReview } from '#contracts/operator-reviews.endpoints.ts'
import type { Review } from '#contracts/operator-review-shapes.ts'
import type { ReviewReason } from '#rules/attribution.ts'
import { call } from '#console/platform/api.ts'
import { AlikeMembers } from '#console/platform/alike-members.tsx'
import { BrandQuestions } from '#console/platform/brand-questions.tsx'
import { MemberLink } from '#console/platform/member-link.tsx'
import { Signals, Story } from '#console/screens/conversions/conversion-story.tsx'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { ClickReviewMore } from './click-review.tsx'
import { InvitationReviewMore } from './invitation-review.tsx'
import { paidText } from './paid-text.ts'
import { ShareReviewMore } from './share-review.tsx'
import { standingFacts } from './standing-facts.ts'

/** What is open, with what speaks against it: how it came about, and who is like its member. */
export function ReviewDetail({ row, acts }: { row: Review; acts: ReactNode }) {
  const why = row.kind === 'conversions' ? reasonSentences[row.reason as ReviewReason] : undefined
  return (
    <Detail
      heading={row.eventId ?? <bdi>{row.member.name ?? m.review_left()}</bdi>}
      lead={row.campaign && `${row.campaign.brand} · ${row.campaign.title}`}
      acts={acts}
    >
      <Pills>
        <Pill tone="bad">{row.reason.replaceAll('_', ' ')}</Pill>
        {!row.isUnderReview && <Pill>{m.review_decided()}</Pill>}
      </Pills>
      {why && <p>{why()}</p>}
      <Facts
        facts={[
          [
            m.review_appeal(),
            row.appeal && (
              <q key="appeal" dir="auto">
                {row.appeal}
              </q>
            ),
          ],
          [m.review_member(), <MemberLink key="member" {...row.member} left={m.review_left()} />],
          [m.review_email(), row.member.email],
          [
            m.review_inviter(),
            row.inviter && <MemberLink key="inviter" {...row.inviter} left={m.review_left()} />,
          ],
          [m.review_value(), paidText([row])],
          [m.review_sale(), row.saleUsdCents === null ? null : formatUsd(row.saleUsdCents)],
          // A share lists its visitors one by one.
          [m.review_count(), row.count === null || row.kind === 'shares' ? null : formatNumber(row.count)],
        ]}
      />
      <BrandQuestions questions={row.questions} />
      {row.kind === 'conversions' && <ConversionReviewMore id={row.id} />}
      {row.kind === 'clicks' && <ClickReviewMore id={row.id} />}
      {row.kind === 'shares' && <ShareReviewMore id={row.id} />}
      {row.kind === 'invitations' && <InvitationReviewMore friendUid={row.id} />}
    </Detail>
  )
}

/** Why a conversion waits for a person. */
const reasonSentences: Record<ReviewReason, () => string> = {
  unconfirmed: m.review_why_unconfirmed,
  self_conversion: m.review_why_self_conversion,
  shared_destination: m.review_why_shared_destination,
  too_fast: m.review_why_too_fast,
  burst: m.review_why_burst,
  rate_outlier: m.review_why_rate_outlier,
}

function ConversionReviewMore({ id }: { id: string }) {
  const review = useQuery({
    queryKey: ['conversion-review', id],
    queryFn: async ({ signal }) => await call(getConversionReview, { params: { id }, signal }),
  })
  if (review.isPending) return <LoadingState />
  // Who decides knows that the signals are missing.
  if (review.isError) return <FailureState error={review.error} onRetry={() => void review.refetch()} />
  const more = review.data
  return (
    <>
      <Pills>
        <Signals {...more.signals} />
      </Pills>
      <AlikeMembers alike={more.alike} />
      <Facts facts={standingFacts(more.member360)} />
      <Story timeline={more.timeline} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getShareReview } from '#contracts/operator-reviews.endpoints.ts'
import type { ShareReview } from '#contracts/operator-review-shapes.ts'
import { call } from '#console/platform/api.ts'
import { AlikeMembers } from '#console/platform/alike-members.tsx'
import { networkKindNames } from '#console/screens/conversions/network-words.ts'
import { Facts, Timeline } from '#console/ui/facts.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { standingFacts } from './standing-facts.ts'

/** A share under review: its link, who came by it, how much they look alike, and how the member's others went. */
export function ShareReviewMore({ id }: { id: string }) {
  const review = useQuery({
    queryKey: ['share-review', id],
    queryFn: async ({ signal }) => await call(getShareReview, { params: { id }, signal }),
  })
  if (review.isPending) return <LoadingState />
  // Who decides knows that the signals are missing.
  if (review.isError) return <FailureState error={review.error} onRetry={() => void review.refetch()} />
  const more = review.data
  const { visitors, others } = more
  return (
    <>
      <Pills>
        {visitors.hosting > 0 && (
          <Pill tone="bad">{m.review_hosting({ count: formatNumber(visitors.hosting) })}</Pill>
        )}
        {visitors.own > 0 && <Pill tone="bad">{m.review_own_device()}</Pill>}
        {visitors.ownNetwork > 0 && (
          <Pill tone="bad">{m.review_own_network({ count: formatNumber(visitors.ownNetwork) })}</Pill>
        )}
        {visitors.networks > 0 && (
          <Pill tone={visitors.networks === 1 ? 'bad' : 'plain'}>
            {m.review_networks({ count: visitors.networks })}
          </Pill>
        )}
      </Pills>
      <AlikeMembers alike={more.alike} />
      <Facts
        facts={[
          [m.review_share_network(), more.network],
          // To open it would be to visit it.
          [m.review_share_link(), <code key="link">{more.url}</code>],
          [m.review_share_closes(), formatDateTime(more.closesAt)],
          [
            m.review_share_pays(),
            m.review_share_pays_value({
              points: formatNumber(more.points),
              needed: formatNumber(more.visitorsNeeded),
            }),
          ],
          [m.review_share_visitors(), formatNumber(visitors.all)],
          [m.review_share_counted(), formatNumber(visitors.counted)],
          [m.review_share_alike(), formatNumber(visitors.alike)],
          [m.review_share_own(), formatNumber(visitors.own)],
          [m.review_share_addresses(), formatNumber(visitors.addresses)],
          ...more.networks.slice(0, 3).map(
            ({ kind, ...came }, index) =>
              [
                m.review_network_number({ number: index + 1 }),
                m.review_network_visitors({
                  kind: networkKindNames[kind](),
                  visitors: formatNumber(came.visitors),
                  addresses: formatNumber(came.addresses),
                }),
              ] as const,
          ),
          [m.review_countries(), placesText(more.countries)],
          [m.review_devices(), placesText(more.devices)],
          [m.review_referrers(), placesText(more.referrers)],
          [m.review_other_shares(), pastText(others.shares)],
          [m.review_other_clicks(), pastText(others.clicks)],
          [m.review_other_conversions(), pastText(others.conversions)],
          ...standingFacts(more.member360),
        ]}
      />
      <Timeline
        label={m.review_share_timeline()}
        steps={more.timeline.map(({ at, what, detail }) => ({
          key: what,
          at: formatDateTime(at),
          text: steps[what](detail ?? ''),
        }))}
      />
    </>
  )
}

const steps: Record<ShareReview['timeline'][number]['what'], (detail: string) => string> = {
  shared: () => m.review_what_shared(),
  first_visitor: () => m.review_what_first_visitor(),
  busiest_minute: (count) => m.review_what_busiest_visitors({ count }),
  last_visitor: () => m.review_what_last_visitor(),
  closed: () => m.review_what_closed(),
  review: () => m.review_what_review(),
  decision: (name) => m.review_what_decided_by({ name }),
}

function placesText(places: ShareReview['countries']): string {
  return places.map(({ value, visitors }) => `${value} ${formatNumber(visitors)}`).join(', ')
}

function pastText({ accepted, rejected, underReview }: ShareReview['others']['shares']): string | null {
  if (accepted + rejected + underReview === 0) return null
  return m.review_others_value({
    accepted: formatNumber(accepted),
    rejected: formatNumber(rejected),
    underReview: formatNumber(underReview),
  })
}

import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getClickReview } from '#contracts/operator-reviews.endpoints.ts'
import type { ClickReview } from '#contracts/operator-review-shapes.ts'
import { call } from '#console/platform/api.ts'
import { AlikeMembers } from '#console/platform/alike-members.tsx'
import { Facts, Timeline } from '#console/ui/facts.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { networkKindNames } from '#console/screens/conversions/network-words.ts'
import { standingFacts } from './standing-facts.ts'

/** Clicks under review: from which networks and places, and when. */
export function ClickReviewMore({ id }: { id: string }) {
  const review = useQuery({
    queryKey: ['click-review', id],
    queryFn: async ({ signal }) => await call(getClickReview, { params: { id }, signal }),
  })
  if (review.isPending) return <LoadingState />
  // Who decides knows that the signals are missing.
  if (review.isError) return <FailureState error={review.error} onRetry={() => void review.refetch()} />
  const more = review.data
  const { signals, networks, countries, devices, referrers } = more
  return (
    <>
      <Pills>
        {signals.hosting > 0 && (
          <Pill tone="bad">{m.review_hosting({ count: formatNumber(signals.hosting) })}</Pill>
        )}
        {signals.ownDevice > 0 && <Pill tone="bad">{m.review_own_device()}</Pill>}
        {signals.networks > 0 && (
          <Pill tone={signals.networks === 1 ? 'bad' : 'plain'}>
            {m.review_networks({ count: signals.networks })}
          </Pill>
        )}
      </Pills>
      <AlikeMembers alike={more.alike} />
      <Facts
        facts={[
          ...networks.slice(0, 3).map(
            ({ kind, clicks, addresses }, index) =>
              [
                m.review_network_number({ number: index + 1 }),
                m.review_network_value({
                  kind: networkKindNames[kind](),
                  clicks: formatNumber(clicks),
                  addresses: formatNumber(addresses),
                }),
              ] as const,
          ),
          [m.review_countries(), placesText(countries)],
          [m.review_devices(), placesText(devices)],
          [m.review_referrers(), placesText(referrers)],
          ...standingFacts(more.member360),
        ]}
      />
      <Timeline
        label={m.review_clicks_timeline()}
        steps={more.timeline.map(({ at, what, detail }) => ({
          key: what,
          at: formatDateTime(at),
          text: steps[what](detail ?? ''),
        }))}
      />
    </>
  )
}

const steps: Record<ClickReview['timeline'][number]['what'], (detail: string) => string> = {
  first_click: () => m.review_what_first_click(),
  busiest_minute: (count) => m.review_what_busiest({ count }),
  last_click: () => m.review_what_last_click(),
  review: () => m.review_what_review(),
  decision: () => m.review_what_decision(),
}

function placesText(places: ClickReview['countries']): string {
  return places.map(({ value, clicks }) => `${value} ${formatNumber(clicks)}`).join(', ')
}

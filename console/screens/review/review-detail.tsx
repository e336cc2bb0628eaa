import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { getConversionReview } from '#contracts/operator-reviews.endpoints.ts'
import type { ConversionReview, Review } from '#contracts/operator-reviews.schemas.ts'
import { call } from '#console/platform/api.ts'
import { BrandQuestions } from '#console/platform/brand-questions.tsx'
import { MemberLink } from '#console/platform/member-link.tsx'
import { Signals, Story } from '#console/screens/conversions/conversion-story.tsx'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatCrels, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'

/** What is open: of a conversion from its click to its report, with what speaks against it. */
export function ReviewDetail({ row, acts }: { row: Review; acts: ReactNode }) {
  const { data: more } = useQuery({
    queryKey: ['conversion-review', row.id],
    queryFn: async ({ signal }) => await call(getConversionReview, { params: { id: row.id }, signal }),
    enabled: row.kind === 'conversions',
  })
  return (
    <Detail
      heading={row.eventId ?? <bdi>{row.member.name ?? m.review_left()}</bdi>}
      lead={row.campaign && `${row.campaign.brand} · ${row.campaign.title}`}
      acts={acts}
    >
      <Pills>
        <Pill tone="bad">{row.reason.replaceAll('_', ' ')}</Pill>
        {more && <Signals {...more.signals} />}
      </Pills>
      <Facts
        facts={[
          [m.review_member(), <MemberLink key="member" {...row.member} left={m.review_left()} />],
          [m.review_email(), row.member.email],
          [m.review_value(), formatCrels(row.crels)],
          [m.review_sale(), row.saleUsdCents === null ? null : formatUsd(row.saleUsdCents)],
          [m.review_count(), row.count === null ? null : formatNumber(row.count)],
          [m.review_inviter(), row.inviter?.name],
          ...(more ? history(more.member360) : []),
          [m.review_appeal(), row.appeal],
        ]}
      />
      <BrandQuestions questions={row.questions} />
      {more && <Story timeline={more.timeline} />}
    </Detail>
  )
}

function history({
  accepted,
  rejected,
  accountAgeDays,
  debtCrels,
}: ConversionReview['member360']): (readonly [string, ReactNode])[] {
  return [
    [
      m.review_before(),
      m.review_before_value({ accepted: formatNumber(accepted), rejected: formatNumber(rejected) }),
    ],
    [
      m.review_account(),
      accountAgeDays === null ? null : m.review_account_value({ days: formatNumber(accountAgeDays) }),
    ],
    [m.review_debt(), debtCrels > 0 ? formatCrels(debtCrels) : null],
  ]
}

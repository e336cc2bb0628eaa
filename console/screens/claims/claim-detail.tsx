import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { CLAIM_CLICKS_MAX } from '#contracts/operator-claims.constants.ts'
import { listClaimClicks } from '#contracts/operator-claims.endpoints.ts'
import type { ClaimClick, OperatedClaim } from '#contracts/operator-claims.schemas.ts'
import { call } from '#console/platform/api.ts'
import { BrandQuestions } from '#console/platform/brand-questions.tsx'
import { MemberLink } from '#console/platform/member-link.tsx'
import { Detail } from '#console/ui/detail.tsx'
import { Facts, Timeline } from '#console/ui/facts.tsx'
import { formatAmount, formatDateTime, formatNumber } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'

/** A claim: who says what, the clicks before it, what its brand was asked, and the answer where it has one. */
export function ClaimDetail({ row, acts }: { row: OperatedClaim; acts: ReactNode }) {
  return (
    <Detail heading={row.orderReference} lead={`${row.campaign.brand} · ${row.campaign.title}`} acts={acts}>
      <Facts
        facts={[
          [m.claims_member(), <MemberLink key="member" {...row.member} left={m.review_left()} />],
          [m.review_email(), row.member.email],
          [m.claims_type(), row.type],
          [m.claims_happened(), formatDateTime(row.occurredAt)],
          [m.claims_amount(), row.amount && formatAmount(row.amount)],
          [m.claims_click(), row.matchingClick ? formatDateTime(row.matchingClick.at) : m.claims_no_click()],
          [m.claims_due(), row.state === 'open' ? formatDateTime(row.answerBy) : null],
          [m.claims_note(), row.note],
          [m.claims_state(), row.state === 'open' ? null : stateNames[row.state]()],
          [m.claims_answer(), row.answer],
          [m.claims_answered_by(), row.answeredBy],
        ]}
      />
      {row.matchingClick && <Clicks claimId={row.id} />}
      <BrandQuestions questions={row.questions} />
    </Detail>
  )
}

const stateNames = { accepted: m.claims_state_accepted, declined: m.claims_state_declined }

/** Every click that matches; the newest is the one that would be paid for. */
function Clicks({ claimId }: { claimId: string }) {
  const clicks = useQuery({
    queryKey: ['claim-clicks', claimId],
    queryFn: async ({ signal }) => await call(listClaimClicks, { params: { id: claimId }, signal }),
  })
  if (clicks.isPending) return <LoadingState />
  if (clicks.isError) return <FailureState error={clicks.error} onRetry={() => void clicks.refetch()} />
  const { items } = clicks.data
  return (
    <Timeline
      label={
        items.length < CLAIM_CLICKS_MAX
          ? m.claims_clicks({ count: formatNumber(items.length) })
          : m.claims_clicks_newest({ count: formatNumber(items.length) })
      }
      steps={items.map((click, index) => ({
        key: click.id,
        at: formatDateTime(click.at),
        text: clickText(click),
        note: index === 0 && <b>{m.claims_click_paid()}</b>,
      }))}
    />
  )
}

function clickText({ isRepeat, country, device, referrerHost }: ClaimClick): string {
  const parts = [country, device, referrerHost, isRepeat ? m.claims_click_repeat() : null]
  return parts.filter(Boolean).join(' · ') || m.claims_click_unknown()
}

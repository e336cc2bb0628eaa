import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '#console-messages'
import { getOperatedRedemption } from '#contracts/operator-redemptions.endpoints.ts'
import type { OpenedDestination } from '#contracts/operator-payouts.schemas.ts'
import type { OperatedRedemption, OperatedRedemptionDetail } from '#contracts/operator-redemptions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { MemberLink } from '#console/platform/member-link.tsx'
import { ActButton } from '#console/ui/act-button.tsx'
import { Detail } from '#console/ui/detail.tsx'
import { Facts, Timeline } from '#console/ui/facts.tsx'
import {
  formatAge,
  formatCrels,
  formatDateTime,
  formatNumber,
  formatShare,
  formatUsd,
} from '#console/ui/format.ts'
import { FailureState } from '#console/ui/states.tsx'
import { OpenedDestinationFacts, openAct } from './opened-destination.tsx'
import { kindNames, stateNames } from './redemption-words.ts'
import { RiskStrip } from './risk-strip.tsx'
import { Screening } from './screening.tsx'

type Mismatch = OperatedRedemptionDetail['mismatches'][number]

function mismatchText(
  { said, detail, attempt, twice, at }: Mismatch,
  state: OperatedRedemption['state'],
): string {
  const facts = { time: formatDateTime(at), detail: detail ?? m.common_none() }
  if (said === 'failed') return m.redemptions_mismatch_failed(facts)
  if (twice === null) {
    if (state === 'returned')
      return attempt === null
        ? m.redemptions_mismatch_paid_returned(facts)
        : m.redemptions_mismatch_paid_attempt_returned({ ...facts, ...attempt })
    return attempt === null
      ? m.redemptions_mismatch_paid(facts)
      : m.redemptions_mismatch_paid_attempt({ ...facts, ...attempt })
  }
  const { other, counted } = twice
  return m.redemptions_mismatch_twice({
    ...facts,
    attempt: other.attempt,
    reference: other.reference,
    counted: counted.attempt,
    countedReference: counted.reference,
  })
}

const idOf = ({ id }: OperatedRedemption) => id

/** A redemption that is open: what is known from its row at once, the rest when it comes. */
export function RedemptionDetail({ row, acts }: { row: OperatedRedemption; acts: ReactNode }) {
  const read = useQuery({
    queryKey: ['redemption', row.id],
    queryFn: async ({ signal }) => await call(getOperatedRedemption, { params: { id: row.id }, signal }),
  })
  const more = read.data
  const [opened, setOpened] = useState<OpenedDestination | null>(null)
  const { member, destination } = row
  return (
    <Detail
      heading={
        member ? (
          <MemberLink uid={member.uid} name={member.name} left={m.redemptions_left()} />
        ) : (
          m.redemptions_hidden()
        )
      }
      lead={m.redemptions_detail_lead({
        crels: formatCrels(row.crels),
        value: formatUsd(row.usdCents),
        age: formatAge(row.requestedAt),
      })}
      acts={
        <>
          {acts}
          <ActButton act={openAct(setOpened)} row={row} idOf={idOf} nameOf={idOf} />
        </>
      }
    >
      {/* Who decides knows that something is missing: what was paid before, and what a provider says against it. */}
      {read.isError && <FailureState error={read.error} onRetry={() => void read.refetch()} />}
      <RiskStrip risk={row.risk} screening={row.screening} />
      {opened && <OpenedDestinationFacts opened={opened} onClose={() => setOpened(null)} />}
      <Facts
        facts={[
          [m.redemptions_email(), member?.email],
          [m.redemptions_country(), member?.country],
          [m.redemptions_kind(), `${kindNames[destination.kind]()} ${destination.hint ?? ''}`],
          [
            m.redemptions_detail_rate(),
            more &&
              m.redemptions_detail_rate_value({ rate: more.rate, fee: formatShare(more.feeBps / 10_000) }),
          ],
          [
            m.redemptions_detail_paid(),
            more &&
              (more.paidBefore.count === 0
                ? m.redemptions_detail_paid_none()
                : m.redemptions_detail_paid_value({
                    value: formatUsd(more.paidBefore.usdCents),
                    count: formatNumber(more.paidBefore.count),
                  })),
          ],
          [
            m.redemptions_detail_concentration(),
            more?.concentration &&
              m.redemptions_detail_concentration_value({
                share: formatShare(more.concentration.shareBps / 10_000),
                campaign: `${more.concentration.campaign.brand} · ${more.concentration.campaign.title}`,
              }),
          ],
          [m.redemptions_screening(), row.screening && <Screening key="screening" {...row.screening} />],
          [
            m.redemptions_mismatched(),
            more?.mismatches.map((one) => mismatchText(one, more.state)).join(' '),
          ],
          [m.redemptions_restored(), row.waitsForLook ? m.redemptions_restored_look() : null],
          [m.redemptions_detail_reason(), row.reason],
          [m.redemptions_reference(), row.reference],
          [m.redemptions_paid_on(), row.paidOn],
          [m.redemptions_detail_run(), row.runId],
          [m.redemptions_id(), <code key="id">{row.id}</code>],
        ]}
      />
      {more && (
        <Timeline
          label={m.redemptions_detail_timeline()}
          steps={more.timeline.map(({ state, at, by, reason }) => ({
            key: `${state} ${at}`,
            at: formatDateTime(at),
            text: m.redemptions_detail_by({ state: stateNames[state](), by }),
            note: reason,
          }))}
        />
      )}
    </Detail>
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { m } from '#console-messages'
import { getOperatedConversion } from '#contracts/operator-conversions.endpoints.ts'
import type { OperatedConversionDetail } from '#contracts/operator-conversions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { alikeFacts } from '#console/platform/alike-members.tsx'
import { MemberLink } from '#console/platform/member-link.tsx'
import { screenHref } from '#console/platform/screen-href.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatAmount, formatCrels, formatDateTime, formatNumber } from '#console/ui/format.ts'
import layout from '#console/ui/layout.module.css'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { listFile } from '#console/ui/table/file-button.tsx'
import { conversionActs } from './conversion-acts.tsx'
import { Signals, Story } from './conversion-story.tsx'
import { reasonText, statusNames, statusTones, typeNames } from './conversion-words.ts'

/** One lead or sale: from its click to what is left of what it earned, and putting it right. */
export default function Conversion() {
  const { id } = useParams() as { id: string }
  const read = useQuery({
    queryKey: ['conversion', id],
    queryFn: async ({ signal }) => await call(getOperatedConversion, { params: { id }, signal }),
  })
  if (read.isPending) return <LoadingState />
  if (read.isError) return <FailureState error={read.error} onRetry={() => void read.refetch()} />
  return <Shown conversion={read.data} />
}

function Shown({ conversion }: { conversion: OperatedConversionDetail }) {
  const { id, eventId, status, reason, brand, campaign, type, signals, timeline } = conversion
  const navigate = useNavigate()
  const may = useMay()
  const acts = conversionActs(conversion, {
    onCorrected: (added) => void navigate(screenHref('conversion', { id: added })),
  })
  return (
    <>
      <ScreenHead
        title={<bdi>{eventId}</bdi>}
        summary={`${typeNames[type]()} · ${brand.name}${campaign ? ` · ${campaign.title}` : ''}`}
      >
        {status === 'under_review' && may('conversion.decide') && (
          <Button component={Link} to={`${screenHref('review')}?kind=conversions&open=${id}`}>
            {m.conversions_decide()}
          </Button>
        )}
        {acts.map((act) => (
          <ActButton key={act.id} act={act} row={conversion} idOf={() => id} nameOf={() => eventId} />
        ))}
      </ScreenHead>
      <Pills>
        <Pill tone={statusTones[status]}>{statusNames[status]()}</Pill>
        {status !== 'accepted' && <Pill>{reasonText(reason)}</Pill>}
        <Signals {...signals} />
      </Pills>
      <div className={layout.parts}>
        <Card heading={m.review_timeline()}>
          <Story timeline={timeline} />
        </Card>
        <About {...conversion} />
        <Refunds {...conversion} />
      </div>
    </>
  )
}

function About(conversion: OperatedConversionDetail) {
  const { id, clickId, linkCode, member, brand, campaign, amount, occurredAt, earning } = conversion
  const { corrects, correctedBy, member360, alike, appeal } = conversion
  const other = (to: string) => <Link to={screenHref('conversion', { id: to })}>{to}</Link>
  return (
    <Card heading={m.conversions_about()}>
      <Facts
        facts={[
          [m.conversions_id(), <code key="id">{id}</code>],
          [m.review_member(), member.uid && <MemberLink key="m" {...member} left={m.review_left()} />],
          ...alikeFacts(alike),
          [
            m.conversions_brand(),
            <Link key="b" to={screenHref('brand', brand)}>
              {brand.name}
            </Link>,
          ],
          [
            m.review_campaign(),
            campaign && (
              <Link key="k" to={screenHref('campaign', { id: campaign.id })}>
                {campaign.title}
              </Link>
            ),
          ],
          [m.conversions_click(), <code key="c">{clickId}</code>],
          [m.conversions_link(), linkCode && `/s/${linkCode}`],
          [m.conversions_happened(), formatDateTime(occurredAt)],
          [m.review_sale(), amount && formatAmount(amount)],
          [m.conversions_earned(), earning && formatCrels(earning.crels)],
          [
            m.conversions_taken_back(),
            earning && earning.reversedCrels > 0 ? formatCrels(earning.reversedCrels) : null,
          ],
          [
            m.conversions_available(),
            earning?.state === 'pending' ? formatDateTime(earning.unlocksAt) : null,
          ],
          [m.conversions_corrects(), corrects && other(corrects.id)],
          [m.conversions_why(), corrects?.reason],
          [m.conversions_by(), corrects?.by],
          [m.conversions_corrected_by(), correctedBy && other(correctedBy)],
          [
            m.review_before(),
            member.uid &&
              m.review_before_value({
                accepted: formatNumber(member360.accepted),
                rejected: formatNumber(member360.rejected),
              }),
          ],
          [m.review_debt(), member360.debtCrels > 0 ? formatCrels(member360.debtCrels) : null],
          [m.review_appeal(), appeal],
        ]}
      />
    </Card>
  )
}

function Refunds({ id, refunds, amount }: OperatedConversionDetail) {
  if (refunds.length === 0) return null
  return (
    <Card heading={m.conversions_refunds()}>
      <Lines
        file={listFile(`refunds-${id}`, refunds, [
          [m.table_file_time(), ({ at }) => at],
          [m.conversions_file_minor(), ({ minor }) => minor],
          [m.conversions_currency(), () => amount?.currency],
          [m.conversions_file_crels(), ({ crels }) => crels],
          [m.table_file_id(), (refund) => refund.id],
        ])}
      >
        {refunds.map(({ id: refundId, at, minor, crels }) => (
          <Line
            key={refundId}
            name={minor === null || !amount ? m.conversions_whole() : formatAmount({ ...amount, minor })}
            detail={`${formatDateTime(at)} · ${m.conversions_took({ crels: formatCrels(crels) })}`}
          />
        ))}
      </Lines>
    </Card>
  )
}

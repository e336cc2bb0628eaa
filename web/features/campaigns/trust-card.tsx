import { m } from '#messages'
import type { PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDate, formatNumber, formatShare } from '#web/ui/common/format.ts'
import { Stat, Stats } from '#web/ui/rare/stat.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { dollarsAfterFee } from './reward-parts.ts'
import classes from './trust-card.module.css'

type Trust = PublicCampaign['trust']

/** "What became of results": what share was paid, how long it took, what clicks brought and what was taken back. */
export function TrustCard({ trust, rate }: { trust: Trust; rate: string }) {
  const now = useNow()
  const rows = trustRows(trust, rate)
  return (
    <Card className={classes.card}>
      <h2>{m.campaigns_trust_heading()}</h2>
      {rows.length > 0 && (
        <Stats>
          {rows.map((row) => (
            <Stat key={row.label} {...row} />
          ))}
        </Stats>
      )}
      <p className={classes.hint}>
        {rows.length === 0
          ? m.campaigns_trust_too_little()
          : m.campaigns_trust_counted({ date: formatDate(trust.countedAt ?? now.toISOString(), now) })}
      </p>
    </Card>
  )
}

/** The figures that are known, each with what it means. */
function trustRows(trust: Trust, rate: string): { label: string; value: string; note: string }[] {
  const { approvalPercent, validationHours, earningsPerClickMillicrels, reversedPercent } = trust
  const rows: { label: string; value: string; note: string }[] = []
  if (approvalPercent !== null)
    rows.push({
      label: m.campaigns_trust_approval(),
      value: formatShare(approvalPercent / 100),
      note: m.campaigns_trust_approval_hint(),
    })
  if (validationHours !== null)
    rows.push({
      label: m.campaigns_trust_validation(),
      value: timeText(validationHours),
      note: m.campaigns_trust_validation_hint(),
    })
  if (earningsPerClickMillicrels !== null) {
    const hundred = Math.floor(earningsPerClickMillicrels / 10)
    rows.push({
      label: m.campaigns_trust_clicks(),
      value: m.common_crels({ count: hundred, amount: formatNumber(hundred) }),
      note: m.campaigns_pays_worth({ dollars: dollarsAfterFee(hundred, rate) }),
    })
  }
  if (reversedPercent !== null)
    rows.push({
      label: m.campaigns_trust_reversed(),
      value: formatShare(reversedPercent / 100),
      note: m.campaigns_trust_reversed_hint(),
    })
  return rows
}

/** Hours while they are few, else days. */
function timeText(hours: number): string {
  const days = Math.ceil(hours / 24)
  return hours <= 48
    ? m.campaigns_hours_value({ count: hours, amount: formatNumber(hours) })
    : m.campaigns_days_value({ count: days, amount: formatNumber(days) })
}

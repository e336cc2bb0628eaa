import { m } from '#console-messages'
import type { OperatedRedemption } from '#contracts/operator-redemptions.schemas.ts'
import { formatCrels, formatDateTime, formatNumber, formatShare } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'

/** How young an account is worth a second look. */
const youngDays = 30

/** From which share of one campaign on it is worth a second look. */
const concentratedBps = 8_000

/** What makes an operator look twice at a payout, the worst first. */
export function RiskStrip({ risk, screening }: Pick<OperatedRedemption, 'risk' | 'screening'>) {
  const {
    debtCrels,
    frozenUntil,
    stoppedUntil,
    sharedDestination,
    isDisabled,
    isFirstPayout,
    accountAgeDays,
    concentrationBps,
  } = risk
  if (!isRisky({ risk, screening })) return <Pill tone="good">{m.redemptions_risk_none()}</Pill>
  return (
    <Pills>
      {screening?.state === 'matched' && (
        <Pill tone="bad">{m.redemptions_screening_matched({ count: screening.count })}</Pill>
      )}
      {screening?.state === 'waiting' && <Pill tone="warn">{m.redemptions_screening_waiting()}</Pill>}
      {screening?.state === 'cleared' && <Pill tone="warn">{m.redemptions_screening_cleared()}</Pill>}
      {isDisabled && <Pill tone="bad">{m.redemptions_risk_disabled()}</Pill>}
      {debtCrels > 0 && <Pill tone="bad">{m.redemptions_risk_debt({ crels: formatCrels(debtCrels) })}</Pill>}
      {stoppedUntil && (
        <Pill tone="bad">{m.redemptions_risk_stopped({ time: formatDateTime(stoppedUntil) })}</Pill>
      )}
      {frozenUntil && (
        <Pill tone="bad">{m.redemptions_risk_frozen({ time: formatDateTime(frozenUntil) })}</Pill>
      )}
      {sharedDestination > 0 && (
        <Pill tone="bad">{m.redemptions_risk_shared({ count: sharedDestination })}</Pill>
      )}
      {concentrationBps !== null && concentrationBps >= concentratedBps && (
        <Pill tone="warn">
          {m.redemptions_risk_concentration({ share: formatShare(concentrationBps / 10_000) })}
        </Pill>
      )}
      {isFirstPayout && <Pill tone="warn">{m.redemptions_risk_first()}</Pill>}
      {accountAgeDays !== null && accountAgeDays < youngDays && (
        <Pill tone="warn">{m.redemptions_risk_new({ days: formatNumber(accountAgeDays) })}</Pill>
      )}
    </Pills>
  )
}

/** Whether anything speaks against paying without a second look. */
export function isRisky({ risk, screening }: Pick<OperatedRedemption, 'risk' | 'screening'>): boolean {
  return (
    (screening !== null && screening.state !== 'clear') ||
    risk.isDisabled ||
    risk.debtCrels > 0 ||
    risk.frozenUntil !== null ||
    risk.stoppedUntil !== null ||
    risk.sharedDestination > 0 ||
    risk.isFirstPayout ||
    (risk.concentrationBps !== null && risk.concentrationBps >= concentratedBps) ||
    (risk.accountAgeDays !== null && risk.accountAgeDays < youngDays)
  )
}

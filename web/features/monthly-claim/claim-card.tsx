import { useRef } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { MonthlyClaimStatus, PaidReward } from '#contracts/rewards.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { newIdempotencyKey } from '#web/platform/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DoneMessage } from '#web/ui/rare/done-message.tsx'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatNumber,
  formatRelative,
  formatSoon,
} from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { claimGoal } from '#rules/monthly-claim.ts'
import { useClaimMonth } from './queries.ts'
import classes from './claim-card.module.css'

/** What the month before is worth, and the one button, or why there is none and until when. */
export function ClaimCard({
  status,
  onPaid,
}: {
  status: MonthlyClaimStatus
  onPaid: (paid: PaidReward) => void
}) {
  const claim = useClaimMonth()
  // Kept while no answer came: a repetition gets the answer of the first.
  const key = useRef<string | null>(null)
  const press = () => {
    key.current ??= newIdempotencyKey()
    claim.mutate(key.current, {
      onSuccess: (paid) => {
        key.current = null
        onPaid(paid)
      },
      onError: (error) => {
        if (error instanceof ApiProblem) key.current = null
      },
    })
  }
  const { error } = claim
  return (
    <Card className={classes.card}>
      {status.refusal === 'first_month' ? (
        <p className={classes.count}>{m.monthly_claim_first_month()}</p>
      ) : (
        <>
          <p className={classes.for}>{m.monthly_claim_for({ month: formatMonth(status.countedMonth) })}</p>
          <p className={classes.count}>{m.monthly_claim_count({ count: status.checkIns })}</p>
        </>
      )}
      <WhatNow status={status} onPress={press} isBusy={claim.isPending} />
      {/* Claimed, it did not fail, though its answer was lost. */}
      {error && status.refusal !== 'claimed' && (
        <Notice>{(error instanceof ApiProblem && error.detail) || m.monthly_claim_failed()}</Notice>
      )}
    </Card>
  )
}

function WhatNow({
  status,
  onPress,
  isBusy,
}: {
  status: MonthlyClaimStatus
  onPress: () => void
  isBusy: boolean
}) {
  const { refusal, tier, claimed, closesAt, nextOpensAt, checkIns, tiers } = status
  const now = useNow()
  const nextDay = formatDay(closesAt.slice(0, 10))
  const nextMonth = formatMonth(closesAt.slice(0, 7))
  const nextWhen = formatRelative(nextOpensAt, now)
  if (refusal === 'claimed')
    return (
      <>
        <DoneMessage>
          {m.monthly_claim_claimed({
            points: formatNumber(claimed!.points),
            date: formatDate(claimed!.at),
          })}
        </DoneMessage>
        <p className={classes.hint}>
          {m.monthly_claim_again({ month: nextMonth, when: nextWhen, date: nextDay })}
        </p>
      </>
    )
  if (refusal === 'month_open')
    return (
      <>
        <p className={classes.hint}>{openMonthText(status, now)}</p>
        <ButtonLink full to={paths.dailyCheckIn}>
          {m.monthly_claim_check_in()}
        </ButtonLink>
      </>
    )
  if (refusal === 'first_month')
    return (
      <p className={classes.hint}>
        {claimGoal(status).state === 'out_of_reach'
          ? m.monthly_claim_first_month_late({ date: nextDay })
          : m.monthly_claim_first_month_hint({
              month: formatMonth(status.month),
              when: nextWhen,
              date: nextDay,
            })}
      </p>
    )
  if (refusal === 'too_few_check_ins')
    return (
      <p className={classes.hint}>
        {m.monthly_claim_too_few({
          month: formatMonth(status.countedMonth),
          count: checkIns,
          needed: tiers[0]?.checkIns ?? 0,
          when: nextWhen,
          date: nextDay,
        })}
      </p>
    )
  return (
    <>
      {refusal === 'profile_incomplete' ? (
        <>
          {status.countedMonthEndsAt !== null && (
            <>
              <p className={classes.hint}>{openMonthText(status, now)}</p>
              <ButtonLink full look="soft" to={paths.dailyCheckIn}>
                {m.monthly_claim_check_in()}
              </ButtonLink>
            </>
          )}
          <p className={classes.hint}>{m.monthly_claim_profile()}</p>
          <ButtonLink full to={paths.profileInfo}>
            {m.monthly_claim_profile_link()}
          </ButtonLink>
        </>
      ) : (
        <Button full look="gold" onClick={onPress} loading={isBusy}>
          {m.monthly_claim_button({ points: formatNumber(tier?.points ?? 0) })}
        </Button>
      )}
      <p className={classes.hint}>
        {m.monthly_claim_until({ when: formatRelative(closesAt, now), date: formatDateTime(closesAt, now) })}
      </p>
    </>
  )
}

/** What today's check-in is for while the month that counts is not over: a tier, or one more for what is reached. */
function openMonthText(
  { countedMonth, countedMonthEndsAt, checkIns, tier, tiers }: MonthlyClaimStatus,
  now: Date,
): string {
  const month = formatMonth(countedMonth)
  if (tier) return m.monthly_claim_month_open({ month, time: formatSoon(countedMonthEndsAt!, now) })
  const next = tiers.find((one) => one.checkIns > checkIns)
  return m.monthly_claim_month_reach({ month, points: formatNumber(next?.points ?? 0) })
}

import { useState } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { pointsOf } from '#contracts/points-path.ts'
import type { PaidReward } from '#contracts/rewards.schemas.ts'
import { useCheckInStatus } from '#web/features/check-in/shared/queries.ts'
import { ClaimCard } from '../features/monthly-claim/claim-card.tsx'
import { NextClaimCard } from '../features/monthly-claim/next-claim-card.tsx'
import { useMonthlyClaim } from '../features/monthly-claim/queries.ts'
import { TierRows } from '../features/monthly-claim/tier-rows.tsx'
import { PointsPill } from '../features/points/points-pill.tsx'
import { Celebration, News } from '../ui/celebration.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { formatMonth, formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { LinkRow, LinkRows } from '../ui/rare/link-rows.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './monthly-claim.module.css'

/** `/points/monthly-claim`: what the month before is worth, the claim, and how far the next one is. */
export default function MonthlyClaimPage() {
  const claim = useMonthlyClaim()
  const [paid, setPaid] = useState<PaidReward>()
  const status = claim.data
  const { data: checkIn } = useCheckInStatus()
  return (
    <Page title={m.pages_monthly_claim()} aside={<PointsPill />}>
      <News>
        {paid && status && (
          <Celebration
            text={m.monthly_claim_celebrate({
              points: formatSigned(paid.granted),
              month: formatMonth(status.countedMonth),
              balance: formatNumber(paid.balance),
            })}
          />
        )}
      </News>
      <Loaded
        query={claim}
        heading={m.monthly_claim_load_failed()}
        waiting={
          <Loading>
            <CardSkeleton lines={4} />
            <CardSkeleton lines={3} />
          </Loading>
        }
      >
        {(status) => (
          <div className={classes.layout}>
            <div className={classes.column}>
              <ClaimCard status={status} onPaid={setPaid} />
              <NextClaimCard status={status} isCheckedIn={checkIn?.isCheckedIn ?? false} />
            </div>
            <div className={classes.column}>
              <TierRows status={status} />
              <LinkRows>
                <LinkRow to={paths.dailyCheckIn}>{m.monthly_claim_check_ins()}</LinkRow>
                <LinkRow to={pointsOf('monthly-claim')}>{m.check_in_history()}</LinkRow>
              </LinkRows>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

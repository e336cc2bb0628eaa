import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { claimGoal } from '#rules/monthly-claim.ts'
import { useMonthlyClaim } from '../features/monthly-claim/queries.ts'
import { Card, Row, Rows } from '../ui/card.tsx'
import { capitalized, formatMonth, formatNumber, formatSigned } from '#web/ui/common/format.ts'
import classes from './daily-check-in.module.css'

/** What comes next: the check-in after this one, and how far the month is for its claim. */
export function CheckInAhead({ status }: { status: CheckInStatus }) {
  const { data: monthly } = useMonthlyClaim()
  // While today is open, tomorrow is the check-in after it; a date that waits for a change of the zone is the next itself.
  const coming = !status.isCheckedIn && status.nextAt === null ? status.afterNext : status.next
  const goal = monthly && claimGoal(monthly)
  return (
    <Card>
      <Rows>
        <Row>
          <span className={classes.ahead}>
            <b>{m.check_in_tomorrow()}</b>
            <span>{m.check_in_tomorrow_day({ day: coming.streak })}</span>
          </span>
          <b className={classes.pays}>{formatSigned(coming.points + coming.bonusPoints)}</b>
        </Row>
        {goal && goal.state !== 'out_of_reach' && (
          <Row>
            <span className={classes.ahead}>
              <Link to={paths.monthlyClaim}>{capitalized(formatMonth(monthly.month))}</Link>
              <span>
                {m.check_in_month_ahead({
                  count: monthly.thisMonthCheckIns,
                  points: formatNumber(goal.tier.points),
                  needed: formatNumber(goal.tier.checkIns),
                })}
              </span>
            </span>
            <b>
              {goal.state === 'ahead'
                ? m.check_in_month_to_go({ count: formatNumber(goal.missing) })
                : m.check_in_month_reached()}
            </b>
          </Row>
        )}
      </Rows>
    </Card>
  )
}

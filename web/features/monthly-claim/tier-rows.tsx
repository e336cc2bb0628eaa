import { m } from '#messages'
import type { MonthlyClaimStatus } from '#contracts/rewards.schemas.ts'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import classes from './tier-rows.module.css'

/** The tiers, and which of them the month before reached. */
export function TierRows({ status: { tiers, checkIns } }: { status: MonthlyClaimStatus }) {
  return (
    <Card>
      <h2 className={classes.heading}>{m.monthly_claim_tiers()}</h2>
      <Rows>
        {tiers.map((tier) => (
          <Row
            key={tier.checkIns}
            className={classes.tier}
            data-reached={checkIns >= tier.checkIns || undefined}
          >
            <span className={classes.mark}>
              {checkIns >= tier.checkIns && (
                <>
                  <CheckIcon size={16} />
                  <span className="visually-hidden">{m.monthly_claim_tier_reached()}</span>
                </>
              )}
            </span>
            <span className={classes.text}>{m.monthly_claim_tier({ count: tier.checkIns })}</span>
            <b>{m.monthly_claim_tier_points({ points: formatNumber(tier.points) })}</b>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

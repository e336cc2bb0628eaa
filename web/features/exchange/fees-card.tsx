import { m } from '#messages'
import { FEE_TIERS } from '#rules/exchange.ts'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { formatBps } from '#web/ui/common/format.ts'
import { tierText } from './worth.ts'
import classes from './calculator.module.css'

/** The fee by amount, the one that applies marked. */
export function FeesCard({ feeBps }: { feeBps?: number }) {
  return (
    <Card>
      <h2 className={classes.sideHeading}>{m.exchange_fees()}</h2>
      <Rows>
        {FEE_TIERS.map((tier, index) => (
          <Row
            key={tier.feeBps}
            className={classes.tier}
            aria-current={tier.feeBps === feeBps ? 'true' : undefined}
          >
            <span>{tierText(index)}</span>
            <b>{formatBps(tier.feeBps)}</b>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { pointsOf } from '#contracts/points-path.ts'
import type { Points } from '#contracts/points.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { formatDate, formatDateTime, formatNumber } from '#web/ui/common/format.ts'
import { reasonOf } from './reason-text.ts'
import classes from './expiring-lots.module.css'

const atFirst = 3

/** The lots the balance is in, those that expire soonest first. */
export function ExpiringLots({ points: { lots, moreLots } }: { points: Points }) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <Card className={classes.card}>
      <p className={classes.hint}>{m.points_lots_hint()}</p>
      <Rows>
        {lots.slice(0, isWhole ? undefined : atFirst).map((lot) => (
          <Row key={`${lot.transactionId} ${lot.expiresAt} ${lot.granted}`} className={classes.lot}>
            <span className={classes.text}>
              <b>{m.points_lot_expires({ date: formatDateTime(lot.expiresAt) })}</b>
              <Link to={pointsOf(lot.kind)} className={classes.note}>
                {m.points_lot_from({ reason: reasonOf(lot.kind).label, date: formatDate(lot.earnedAt) })}
              </Link>
            </span>
            <span className={classes.amount}>
              {lot.points < lot.granted
                ? m.points_lot_left({ points: formatNumber(lot.points), granted: formatNumber(lot.granted) })
                : formatNumber(lot.points)}
            </span>
          </Row>
        ))}
      </Rows>
      {lots.length > atFirst && (
        <Button look="soft" size="s" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? m.points_lots_fewer() : m.points_lots_all()}
        </Button>
      )}
      {isWhole && moreLots.count > 0 && (
        <p className={classes.hint}>
          {m.points_lots_more({
            points: formatNumber(moreLots.points),
            count: formatNumber(moreLots.count),
          })}
        </p>
      )}
    </Card>
  )
}

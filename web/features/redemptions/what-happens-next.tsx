import { m } from '#messages'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useRedemptionTerms } from './queries.ts'
import { typicalText } from './redemption-text.ts'
import classes from './redemptions.module.css'

/** The way of a payout, with how long it usually takes where enough were paid to say so. */
export function WhatHappensNext({
  crels,
  dollars,
  place,
  isAny,
}: {
  /** What is paid and what arrives where, in words; unknown until an amount is typed. */
  crels?: string
  dollars?: string
  place?: string
  /** Of any payout, where none is under way. */
  isAny?: boolean
}) {
  const now = useNow()
  const typical = useRedemptionTerms().data?.typical
  const steps = [
    {
      when: isAny ? m.redemptions_next_first() : m.redemptions_next_today(),
      what: crels ? m.redemptions_next_reserved({ crels }) : m.redemptions_next_reserved_all(),
    },
    {
      when: typical
        ? m.redemptions_next_within({ time: typicalText(typical.approvedHours) })
        : m.redemptions_next_then(),
      what: typical ? m.redemptions_next_approved() : m.redemptions_next_looked_at(),
    },
    {
      when: typical
        ? m.redemptions_next_by({
            date: formatDate(new Date(now.getTime() + typical.paidHours * 3_600_000), now),
          })
        : m.redemptions_next_last(),
      what:
        dollars && place ? m.redemptions_next_arrives({ dollars, place }) : m.redemptions_next_arrives_all(),
    },
  ]
  return (
    <Card>
      <h2 className={classes.sideHeading}>
        {isAny ? m.redemptions_next_heading_any() : m.redemptions_next_heading()}
      </h2>
      <Rows>
        {steps.map(({ when, what }) => (
          <Row key={when} className={classes.nextStep}>
            <b>{when}</b>
            <span className={classes.note}>{what}</span>
          </Row>
        ))}
      </Rows>
      {typical && <p className={classes.note}>{m.redemptions_next_basis()}</p>}
    </Card>
  )
}

import type { ReactNode } from 'react'
import { m } from '#messages'
import type { Campaign } from '#contracts/campaigns.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Afterwards } from './afterwards.tsx'
import { rejoinText } from './enrolment-text.ts'
import classes from './application-card.module.css'

/**
 * A campaign one has left, or an application that was taken back or ended with its campaign: since when, what stays, and
 * the way back.
 */
export function LeftCard({
  enrolment,
  isOver,
  rejoinBy,
  children,
}: {
  enrolment: NonNullable<Campaign['enrolment']>
  /** The campaign has ended. */
  isOver: boolean
  /** How one comes back; null where that is not possible now. */
  rejoinBy: Campaign['approval'] | null
  /** What is to be done now. */
  children?: ReactNode
}) {
  // An application that never became a membership has no link.
  const wasIn = enrolment.link !== null
  const date = formatDate(enrolment.leftAt ?? '')
  if (!wasIn && isOver)
    return (
      <Card className={classes.card}>
        <h2>{m.my_campaigns_application_over_heading()}</h2>
        <p>{m.my_campaigns_application_over_on({ date })}</p>
        {children}
      </Card>
    )
  return (
    <Card className={classes.card}>
      <h2>{wasIn ? m.my_campaigns_left_heading() : m.my_campaigns_withdrawn_heading()}</h2>
      {wasIn ? <Afterwards enrolment={enrolment} /> : <p>{m.my_campaigns_withdrawn_on({ date })}</p>}
      {rejoinBy !== null && <p>{rejoinText(wasIn, rejoinBy)}</p>}
      {children}
    </Card>
  )
}

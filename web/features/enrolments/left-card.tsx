import type { ReactNode } from 'react'
import { m } from '#messages'
import type { Campaign } from '#contracts/campaigns.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Afterwards } from './afterwards.tsx'
import classes from './application-card.module.css'

/** A campaign one has left, or an application that was taken back: since when, what stays, and the way back. */
export function LeftCard({
  enrolment,
  mayRejoin,
  children,
}: {
  enrolment: NonNullable<Campaign['enrolment']>
  mayRejoin: boolean
  /** What is to be done now. */
  children?: ReactNode
}) {
  // An application that never became a membership has no link.
  const wasIn = enrolment.link !== null
  return (
    <Card className={classes.card}>
      <h2>{wasIn ? m.my_campaigns_left_heading() : m.my_campaigns_withdrawn_heading()}</h2>
      {wasIn ? (
        <Afterwards enrolment={enrolment} />
      ) : (
        <p>{m.my_campaigns_withdrawn_on({ date: formatDate(enrolment.leftAt ?? '') })}</p>
      )}
      {mayRejoin && <p>{wasIn ? m.my_campaigns_rejoin_hint() : m.my_campaigns_reapply_now()}</p>}
      {children}
    </Card>
  )
}

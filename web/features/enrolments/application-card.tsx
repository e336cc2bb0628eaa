import type { ReactNode } from 'react'
import { m } from '#messages'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { LeaveAction } from './leave-action.tsx'
import classes from './application-card.module.css'

/** An application on its way: nothing to do but wait, or take it back. */
export function AppliedCard({
  campaignId,
  onLeft,
}: {
  campaignId: string
  onLeft: (enrolment: Enrolment) => void
}) {
  return (
    <Card tone="gold" className={classes.card}>
      <Pill tone="gold">{m.my_campaigns_applied()}</Pill>
      <h2>{m.my_campaigns_waiting_heading()}</h2>
      <p>{m.my_campaigns_applied_hint()}</p>
      <LeaveAction campaignId={campaignId} isApplication onLeft={onLeft} />
    </Card>
  )
}

/** A declined application: why, and when the next is possible; `children` are what is to be done now. */
export function DeclinedCard({
  reason,
  when,
  children,
}: {
  reason: string | null
  /** When the next application is possible; null where the campaign takes none. */
  when: string | null
  children?: ReactNode
}) {
  return (
    <Card className={classes.card}>
      <h2>{m.my_campaigns_declined_heading()}</h2>
      <p>{reason ? m.my_campaigns_declined_reason({ reason }) : m.my_campaigns_declined_no_reason()}</p>
      {when !== null && <p className={classes.when}>{when}</p>}
      {children}
    </Card>
  )
}

/** When a declined member may apply again. */
export function reapplyText(reapplyAt: string | null, isDue: boolean): string {
  return isDue || reapplyAt === null
    ? m.my_campaigns_reapply_now()
    : m.my_campaigns_reapply_on({ date: formatDate(reapplyAt) })
}

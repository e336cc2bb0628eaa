import { lazy, useState } from 'react'
import { m } from '#messages'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { Part } from '#web/ui/part.tsx'
import { MoreMenu } from '#web/ui/rare/more-menu.tsx'

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

/** Leaves a campaign (behind a menu: it is rarely wanted), or takes an application back; both ask first. */
export function LeaveAction({
  campaignId,
  isApplication,
  isOver,
  onLeft,
}: {
  campaignId: string
  isApplication?: boolean
  /** Nothing else is to be done there. */
  isOver?: boolean
  onLeft: (enrolment: Enrolment) => void
}) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      {isApplication || isOver ? (
        <Button look="plain" size="s" onClick={() => setAsking(true)}>
          {isApplication ? m.my_campaigns_withdraw() : m.my_campaigns_leave()}
        </Button>
      ) : (
        <MoreMenu
          label={m.my_campaigns_more()}
          items={[{ label: m.my_campaigns_leave(), onSelect: () => setAsking(true) }]}
        />
      )}
      {asking && (
        <Part>
          <LeaveDialog
            campaignId={campaignId}
            isApplication={isApplication}
            onClose={() => setAsking(false)}
            onLeft={onLeft}
          />
        </Part>
      )}
    </>
  )
}

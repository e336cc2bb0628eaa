import { useState } from 'react'
import { m } from '#messages'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { MoreMenu } from '#web/ui/rare/more-menu.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { useLeave } from './shared/queries.ts'

/** Leaves a campaign (behind a menu: nobody comes for that), or takes an application back; both ask first. */
export function LeaveAction({
  campaignId,
  isApplication,
  onLeft,
}: {
  campaignId: string
  isApplication?: boolean
  onLeft: (enrolment: Enrolment) => void
}) {
  const [asking, setAsking] = useState(false)
  const leave = useLeave((enrolment) => {
    setAsking(false)
    onLeft(enrolment)
  })
  const text = isApplication
    ? {
        verb: m.my_campaigns_withdraw(),
        heading: m.my_campaigns_withdraw_heading(),
        text: m.my_campaigns_withdraw_text(),
      }
    : {
        verb: m.my_campaigns_leave(),
        heading: m.my_campaigns_leave_heading(),
        text: `${m.my_campaigns_leave_text()} ${m.my_campaigns_leave_again()}`,
      }
  return (
    <>
      {isApplication ? (
        <Button look="plain" size="s" onClick={() => setAsking(true)}>
          {text.verb}
        </Button>
      ) : (
        <MoreMenu
          label={m.my_campaigns_more()}
          items={[{ label: text.verb, onSelect: () => setAsking(true) }]}
        />
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        heading={text.heading}
        confirm={text.verb}
        onConfirm={() => leave.mutate(campaignId)}
        busy={leave.isPending}
        danger
      >
        <p>{text.text}</p>
        {leave.isError && (
          <Notice>{problemOf(leave.error).detail ?? m.my_campaigns_join_unanswered()}</Notice>
        )}
      </ConfirmDialog>
    </>
  )
}

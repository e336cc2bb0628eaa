import { m } from '#messages'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { useLeave } from './shared/queries.ts'

/** Asks whether to leave a campaign or to take an application back, and does it. */
export function LeaveDialog({
  campaignId,
  isApplication,
  onClose,
  onLeft,
}: {
  campaignId: string
  isApplication?: boolean
  onClose: () => void
  onLeft: (enrolment: Enrolment) => void
}) {
  const leave = useLeave((enrolment) => {
    onClose()
    onLeft(enrolment)
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      heading={isApplication ? m.my_campaigns_withdraw_heading() : m.my_campaigns_leave_heading()}
      confirm={isApplication ? m.my_campaigns_withdraw() : m.my_campaigns_leave()}
      onConfirm={() => leave.mutate(campaignId)}
      busy={leave.isPending}
      danger
    >
      <p>
        {isApplication
          ? m.my_campaigns_withdraw_text()
          : `${m.my_campaigns_leave_text()} ${m.my_campaigns_leave_again()}`}
      </p>
      {leave.isError && <Notice>{problemOf(leave.error).detail ?? m.my_campaigns_join_unanswered()}</Notice>}
    </ConfirmDialog>
  )
}

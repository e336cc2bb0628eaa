import { m } from '#messages'
import { ConfirmDialog } from '../ui/rare/dialog.tsx'

/** Whether what was not saved may be lost. */
export default function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      open
      onClose={onStay}
      heading={m.profile_leave_heading()}
      confirm={m.profile_leave()}
      onConfirm={onLeave}
      danger
    >
      <p>{m.profile_leave_text()}</p>
    </ConfirmDialog>
  )
}

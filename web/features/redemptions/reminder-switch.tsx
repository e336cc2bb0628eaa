import { m } from '#messages'
import type { Destination } from '#contracts/redemptions.schemas.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { SwitchRow } from '#web/ui/rare/switch-row.tsx'
import { useSetReminder } from './queries.ts'
import { usableOf } from './usable.ts'

/** Whether I am notified when a new destination can be used: of the one that waits, or else of the next that is added. */
export function ReminderSwitch({
  destinations,
  wish,
  onWish,
}: {
  destinations: readonly Destination[]
  /** Of the next that is added. */
  wish: boolean
  onWish: (wish: boolean) => void
}) {
  const set = useSetReminder()
  const usable = usableOf(destinations)
  const waiting = usable.at === 'later' ? usable.destination : null
  const isOn = waiting ? (set.isPending ? set.variables.reminder : waiting.reminder) : wish
  return (
    <>
      <SwitchRow
        label={m.redemptions_remind()}
        hint={m.redemptions_remind_hint()}
        checked={isOn}
        onChange={(reminder) => (waiting ? set.mutate({ id: waiting.id, reminder }) : onWish(reminder))}
      />
      {set.isError && <Notice>{problemOf(set.error).detail ?? m.redemptions_remind_failed()}</Notice>}
    </>
  )
}

import { m } from '#messages'
import type { NotificationChoices } from '#contracts/notification-choices.schemas.ts'
import { DropArrow } from '#web/ui/rare/drop-arrow.tsx'
import { SwitchRow } from '#web/ui/rare/switch-row.tsx'
import classes from './notification-choices.module.css'

type Hours = NotificationChoices['quietHours']

const usual: Hours = { from: 22, until: 8 }

/** When no device rings, by the clock of the member's time zone; the same hour twice is never. */
export function QuietHours({ value, onChange }: { value: Hours; onChange: (next: Hours) => void }) {
  const { from, until } = value
  const isOn = from !== until
  return (
    <div>
      <SwitchRow
        label={m.notifications_quiet()}
        hint={m.notifications_quiet_hint()}
        checked={isOn}
        onChange={(next) => onChange(next ? usual : { from: 0, until: 0 })}
      />
      {isOn && (
        <div className={classes.channels}>
          <Hour
            label={m.notifications_quiet_from()}
            value={from}
            not={until}
            onChange={(hour) => onChange({ from: hour, until })}
          />
          <Hour
            label={m.notifications_quiet_until()}
            value={until}
            not={from}
            onChange={(hour) => onChange({ from, until: hour })}
          />
        </div>
      )}
    </div>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

function Hour({
  label,
  value,
  not,
  onChange,
}: {
  label: string
  value: number
  not: number
  onChange: (hour: number) => void
}) {
  return (
    <label className={classes.mail}>
      <span>{label}</span>
      <span className={classes.select}>
        <select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          {hours
            .filter((hour) => hour !== not)
            .map((hour) => (
              <option key={hour} value={hour}>
                {`${String(hour).padStart(2, '0')}:00`}
              </option>
            ))}
        </select>
        <DropArrow />
      </span>
    </label>
  )
}

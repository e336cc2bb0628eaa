import { m } from '#messages'
import { OfflineIcon } from './icons.tsx'
import { useOnline } from './use-online.ts'
import classes from './offline-chip.module.css'

/** Says, above everything, that there is no connection and what shows may be out of date. */
export function OfflineChip() {
  const online = useOnline()
  return (
    <div className={classes.place} role="status">
      {!online && (
        <p className={classes.chip}>
          <OfflineIcon size={18} />
          <span>
            <b>{m.layout_offline()}</b> {m.layout_offline_hint()}
          </span>
        </p>
      )}
    </div>
  )
}

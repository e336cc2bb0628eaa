import { useEffect } from 'react'
import { m } from '#messages'
import { applyUpdate, dismissUpdates, useUpdates } from '../platform/updates.ts'
import { Button } from '../ui/button.tsx'
import classes from './update-prompt.module.css'

const offlineReadyShownMs = 6000

/** Says that a newer build is ready, or that the app now opens without a connection. */
export function UpdatePrompt() {
  const { isReady, isOfflineReady } = useUpdates()
  useEffect(() => {
    if (!isOfflineReady || isReady) return
    const timer = setTimeout(dismissUpdates, offlineReadyShownMs)
    return () => clearTimeout(timer)
  }, [isOfflineReady, isReady])

  return (
    <div className={classes.place} role="status">
      {isReady && (
        <div className={classes.toast}>
          <p>{m.layout_update_ready()}</p>
          <div className={classes.actions}>
            <Button size="s" onClick={applyUpdate}>
              {m.layout_update_now()}
            </Button>
            <Button size="s" look="plain" onClick={dismissUpdates}>
              {m.layout_update_later()}
            </Button>
          </div>
        </div>
      )}
      {!isReady && isOfflineReady && (
        <div className={classes.toast} data-only-tells>
          <p>{m.layout_offline_ready()}</p>
        </div>
      )}
    </div>
  )
}

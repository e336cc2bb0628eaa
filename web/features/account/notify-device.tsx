import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '#messages'
import { setConsent } from '#web/platform/push-consent.ts'
import type { DeviceState } from '#web/platform/push-device.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import classes from './notification-choices.module.css'

const device = async () => await import('#web/platform/push-device.ts')
const queryKey = ['notified-device']

/** Has this browser show notifications, and no more: it is asked for at the press and never before. */
export function NotifyDevice({ uid }: { uid: string }) {
  const client = useQueryClient()
  const state = useQuery({ queryKey, queryFn: async () => await (await device()).deviceState() })
  const change = useMutation({
    mutationFn: async (next: 'on' | 'off') => {
      const { notifyDevice, stopDevice } = await device()
      const reached = next === 'on' ? await notifyDevice() : await stopDevice()
      setConsent(reached === 'on' ? uid : null)
      return reached
    },
    onSuccess: (now) => client.setQueryData<DeviceState>(queryKey, now),
  })
  return (
    <div className={classes.device} role="group" aria-labelledby="this-browser">
      <b id="this-browser">{m.notifications_device()}</b>
      {/* What the server knows of it may be out of reach: nothing is said then, and nothing offered. */}
      <Loaded query={state} waiting={<Skeleton height={44} />}>
        {(now) => (
          <>
            <p className={classes.hint} role="status">
              {hints[now]()}
            </p>
            {change.isError && <Notice>{m.notifications_device_failed()}</Notice>}
            {(now === 'on' || now === 'off') && (
              <Button
                look={now === 'on' ? 'soft' : 'primary'}
                size="s"
                loading={change.isPending}
                onClick={() => change.mutate(now === 'on' ? 'off' : 'on')}
              >
                {now === 'on' ? m.notifications_device_stop() : m.notifications_device_allow()}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

const hints: Record<DeviceState, () => string> = {
  unsupported: m.notifications_device_unsupported,
  'install-first': m.notifications_device_install,
  denied: m.notifications_device_denied,
  off: m.notifications_device_off,
  on: m.notifications_device_on,
}

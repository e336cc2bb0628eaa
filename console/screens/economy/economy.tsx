import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '#console-messages'
import { getOperatedEconomy } from '#contracts/operator-economy.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { formatDateTime } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import styles from './economy.module.css'
import { Currencies } from './currencies.tsx'
import { Pauses } from './pauses.tsx'
import { Presets } from './presets.tsx'
import { Rate } from './rate.tsx'
import { Settings } from './settings.tsx'
import type { SettingsAgain } from './settings-again.ts'
import { Versions } from './versions.tsx'

/**
 * What is open, what a crel is worth, and the settings of rewards with what a change of them costs: what is about money
 * to who may read of it.
 */
export default function EconomyScreen() {
  const economy = useQuery({
    queryKey: ['economy'],
    queryFn: async ({ signal }) => await call(getOperatedEconomy, { signal }),
    // What is typed is on top of what was read.
    refetchOnWindowFocus: false,
  })
  const current = economy.data
  const mayMoney = useMay()('read.money')
  const [again, setAgain] = useState<SettingsAgain | null>(null)
  const settings = useRef<HTMLDivElement>(null)
  return (
    <>
      <ScreenHead
        title={m.shell_economy()}
        summary={
          current &&
          (current.setAt === null
            ? m.economy_version_none()
            : `${m.economy_version_is({ version: current.version })} · ${formatDateTime(current.setAt)}`)
        }
      />
      <div className={styles.cards}>
        <Pauses />
        {mayMoney && (
          <>
            <Rate />
            <Currencies />
          </>
        )}
        {economy.isPending ? (
          <LoadingState />
        ) : economy.isError ? (
          <FailureState error={economy.error} onRetry={() => void economy.refetch()} />
        ) : (
          <>
            {mayMoney && <Presets economy={economy.data} />}
            <div ref={settings} tabIndex={-1}>
              <Settings
                // Settings that are taken again are begun with; another version is said, and typing goes on.
                key={again?.askedAt ?? ''}
                economy={economy.data}
                again={again}
              />
            </div>
          </>
        )}
        <Versions
          onAgain={async (taken) => {
            // A version that came since is the one to go on from.
            await economy.refetch()
            setAgain(taken)
            settings.current?.focus()
            settings.current?.scrollIntoView()
          }}
        />
      </div>
    </>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { addEconomyVersion, simulateEconomy } from '#contracts/operator-economy.endpoints.ts'
import type { EconomyVersionView, Simulation } from '#contracts/operator-economy.schemas.ts'
import { maySetSetting } from '#rules/economy-permissions.ts'
import type { EconomyRow } from '#rules/economy.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { sayDone } from '#console/ui/say-done.tsx'
import styles from './economy.module.css'

/** Settings on the way to another version: first what they cost, then why, and then they are in force. */
export interface NewVersion {
  /** What they cost on top of the version that they are of; undefined before that was asked. */
  simulation: Simulation | undefined
  isSimulating: boolean
  simulate: () => void
  /** Whether the operator may set all of them. */
  isTheirs: boolean
  reason: string
  setReason: (reason: string) => void
  /** What taking it back leaves as it is. */
  remains: string
  isSetting: boolean
  set: (basedOn: number) => void
  /** Why the last look, or the setting, did not happen. */
  failure: Error | null
  /** They are others now: what was simulated is not what would be set. */
  forget: () => void
}

/**
 * Sets settings on top of the version that they are of, and offers to take that back. A version set meanwhile is read and
 * must be simulated again.
 */
export function useNewVersion({
  version,
  settings,
  initialReason = '',
  remains,
  onSet,
}: {
  version: number
  settings: readonly EconomyRow[]
  initialReason?: string
  remains: string
  onSet?: () => void
}): NewVersion {
  const [reason, setReason] = useState(initialReason)
  const may = useMay()
  const client = useQueryClient()
  const readAgain = async () => await client.invalidateQueries({ queryKey: ['economy'], exact: true })
  const look = useMutation({
    mutationFn: async () => await call(simulateEconomy, { body: { settings: [...settings] } }),
    onSuccess: async ({ basedOn }) => {
      if (basedOn !== version) await readAgain()
    },
  })
  const set = useMutation({
    // On top of what was simulated: of a version that came since, the server says so.
    mutationFn: async (basedOn: number) =>
      await call(addEconomyVersion, { body: { basedOn, settings: [...settings], reason: reason.trim() } }),
    onSuccess: async (made) => {
      setReason(initialReason)
      onSet?.()
      sayDone({
        said: m.economy_was_set({ version: made.version }),
        remains,
        outcomes: oneDone('economy', async () => await takeBack(made)),
        onUndone: () => void client.invalidateQueries(),
      })
      await client.invalidateQueries()
    },
    onError: async (error) => {
      if (isProblem(error, 'conflict')) await readAgain()
    },
  })
  return {
    // What another version costs is not known from a look at the one before.
    simulation: look.data?.basedOn === version ? look.data : undefined,
    isSimulating: look.isPending,
    simulate: () => look.mutate(),
    isTheirs: settings.every(({ path }) => maySetSetting(may, path)),
    reason,
    setReason,
    remains,
    isSetting: set.isPending,
    set: (basedOn) => set.mutate(basedOn),
    failure: set.error ?? look.error,
    forget: () => {
      look.reset()
      set.reset()
    },
  }
}

/** Sets another version with what was there before: refused by the server where a colleague set one since. */
async function takeBack({ version, changes }: EconomyVersionView): Promise<EconomyVersionView> {
  return await call(addEconomyVersion, {
    body: {
      basedOn: version,
      settings: changes.map(({ path, before }) => ({ path, value: before })),
      reason: m.presets_undo_reason({ version }),
    },
  })
}

/** Why, and the button that sets what was simulated; nothing before that, and nothing for who may not. */
export function SetVersion({
  change: { simulation, isTheirs, reason, setReason, remains, isSetting, set },
  label,
  reasonLabel,
}: {
  change: NewVersion
  label: string
  reasonLabel: string
}) {
  if (!simulation || !isTheirs) return null
  return (
    <>
      <p>{remains}</p>
      <form
        className={styles.bar}
        onSubmit={(event) => {
          event.preventDefault()
          set(simulation.basedOn)
        }}
      >
        <TextInput
          label={reasonLabel}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" loading={isSetting} disabled={reason.trim() === ''}>
          {label}
        </Button>
      </form>
    </>
  )
}

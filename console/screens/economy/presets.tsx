import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import { addEconomyVersion, simulateEconomy } from '#contracts/operator-economy.endpoints.ts'
import type { OperatedEconomy } from '#contracts/operator-economy.schemas.ts'
import { keepEconomy } from '#contracts/operator-setup.endpoints.ts'
import { ECONOMY_PRESETS, presetSettings, type EconomyPreset } from '#rules/economy-presets.ts'
import { maySetSetting } from '#rules/economy-permissions.ts'
import type { EconomyRow } from '#rules/economy.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { sayDone } from '#console/ui/say-done.tsx'
import styles from './economy.module.css'
import { ChangesTable, SimulationCard } from './simulation.tsx'
import { WhoMayChange } from './who-sets.tsx'

/** Economies to begin with: what each would change is shown before it is set, and can be taken back. */
export function Presets({ economy }: { economy: OperatedEconomy }) {
  const [chosen, setChosen] = useState<EconomyPreset>('balanced')
  const may = useMay()
  const client = useQueryClient()
  const changes = changesOf(economy, presetSettings(chosen))
  const keep = useMutation({
    mutationFn: async () => await call(keepEconomy, { body: { version: economy.version } }),
    onSuccess: async () => {
      notifications.show({ message: m.presets_kept() })
      await client.invalidateQueries()
    },
  })
  return (
    <Card heading={m.presets_heading()}>
      <p>{m.presets_lead()}</p>
      <SegmentedControl
        aria-label={m.presets_heading()}
        value={chosen}
        onChange={(value) => setChosen(value as EconomyPreset)}
        data={ECONOMY_PRESETS.map((value) => ({ value, label: names[value]() }))}
      />
      <p>{whatItIs[chosen]()}</p>
      {changes.length > 0 ? (
        <Preset key={`${chosen} ${economy.version}`} preset={chosen} economy={economy} changes={changes} />
      ) : (
        <div className={styles.bar}>
          <span>{m.presets_in_force()}</span>
          {may('economy.keep') && economy.version === 0 && (
            <Button variant="light" loading={keep.isPending} onClick={() => keep.mutate()}>
              {m.presets_keep()}
            </Button>
          )}
        </div>
      )}
      {keep.isError && <FailureAlert error={keep.error} />}
    </Card>
  )
}

function Preset({
  preset,
  economy: { version },
  changes,
}: {
  preset: EconomyPreset
  economy: OperatedEconomy
  changes: ReturnType<typeof changesOf>
}) {
  const [reason, setReason] = useState(() => m.presets_reason({ preset: names[preset]() }))
  const may = useMay()
  const client = useQueryClient()
  const settings = changes.map(({ path, after }) => ({ path, value: after }))
  const paths = changes.map(({ path }) => path)
  const isTheirs = paths.every((path) => maySetSetting(may, path))
  const readAgain = async () => await client.invalidateQueries({ queryKey: ['economy'], exact: true })
  const simulate = useMutation({
    mutationFn: async () => await call(simulateEconomy, { body: { settings } }),
    onSuccess: async ({ basedOn }) => {
      if (basedOn !== version) await readAgain()
    },
  })
  // What a preset touches on top of another version is not known from this one.
  const simulation = simulate.data?.basedOn === version ? simulate.data : undefined
  // Another version, with what was there before: history is added to.
  const back = async (made: number) =>
    await call(addEconomyVersion, {
      body: {
        basedOn: made,
        settings: changes.map(({ path, before }) => ({ path, value: before })),
        reason: m.presets_undo_reason({ version: made }),
      },
    })
  const set = useMutation({
    // On top of what was simulated: of a version that came since, the server says so.
    mutationFn: async (basedOn: number) =>
      await call(addEconomyVersion, { body: { basedOn, settings, reason: reason.trim() } }),
    onSuccess: async ({ version: made }) => {
      sayDone({
        said: m.economy_was_set({ version: made }),
        outcomes: oneDone('economy', async () => await back(made)),
        onUndone: () => void client.invalidateQueries(),
      })
      await client.invalidateQueries()
    },
    onError: async (error) => {
      if (isProblem(error, 'conflict')) await readAgain()
    },
  })
  const failure = set.error ?? simulate.error
  return (
    <>
      {simulation ? <SimulationCard simulation={simulation} /> : <ChangesTable changes={changes} />}
      {failure && <FailureAlert error={failure} />}
      {!simulation && (
        <div className={styles.bar}>
          <Button variant="default" loading={simulate.isPending} onClick={() => simulate.mutate()}>
            {m.presets_cost()}
          </Button>
          {isTheirs && <span>{m.presets_cost_first()}</span>}
        </div>
      )}
      <WhoMayChange paths={paths} />
      {simulation && isTheirs && (
        <form
          className={styles.bar}
          onSubmit={(event) => {
            event.preventDefault()
            set.mutate(simulation.basedOn)
          }}
        >
          <TextInput
            aria-label={m.presets_reason_label()}
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" loading={set.isPending} disabled={reason.trim() === ''}>
            {m.presets_set({ preset: names[preset]() })}
          </Button>
        </form>
      )}
    </>
  )
}

/** What settings would change of those in force. */
function changesOf({ settings }: OperatedEconomy, rows: readonly EconomyRow[]) {
  const inForce = new Map(settings.map(({ path, value }) => [path, value]))
  return rows
    .map(({ path, value }) => ({ path, before: inForce.get(path), after: value }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

const names: Record<EconomyPreset, () => string> = {
  careful: m.presets_careful,
  balanced: m.presets_balanced,
  generous: m.presets_generous,
}

const whatItIs: Record<EconomyPreset, () => string> = {
  careful: m.presets_careful_is,
  balanced: m.presets_balanced_is,
  generous: m.presets_generous_is,
}

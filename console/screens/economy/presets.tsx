import { Button, SegmentedControl } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#console-messages'
import type { OperatedEconomy } from '#contracts/operator-economy.schemas.ts'
import { keepEconomy } from '#contracts/operator-setup.endpoints.ts'
import { ECONOMY_PRESETS, presetSettings, type EconomyPreset } from '#rules/economy-presets.ts'
import type { EconomyRow } from '#rules/economy.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Card } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import styles from './economy.module.css'
import { SetVersion, useNewVersion } from './new-version.tsx'
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
  const change = useNewVersion({
    version,
    settings: changes.map(({ path, after }) => ({ path, value: after })),
    initialReason: m.presets_reason({ preset: names[preset]() }),
    remains: m.presets_undo_remains(),
  })
  const { simulation, failure } = change
  return (
    <>
      {simulation ? <SimulationCard simulation={simulation} /> : <ChangesTable changes={changes} />}
      {failure && <FailureAlert error={failure} />}
      {!simulation && (
        <div className={styles.bar}>
          <Button variant="default" loading={change.isSimulating} onClick={change.simulate}>
            {m.presets_cost()}
          </Button>
          {change.isTheirs && <span>{m.presets_cost_first()}</span>}
        </div>
      )}
      <WhoMayChange paths={changes.map(({ path }) => path)} />
      <SetVersion
        change={change}
        label={m.presets_set({ preset: names[preset]() })}
        reasonLabel={m.presets_reason_label()}
      />
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

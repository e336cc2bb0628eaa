import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { m } from '#console-messages'
import type { EconomySetting, OperatedEconomy } from '#contracts/operator-economy.schemas.ts'
import { maySetSetting } from '#rules/economy-permissions.ts'
import type { Economy } from '#rules/economy.ts'
import { useMay } from '#console/platform/session.ts'
import { Card } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { OvertakenFields } from '#console/ui/overtaken.tsx'
import { SetVersion, useNewVersion } from './new-version.tsx'
import { SettingInput, valueOf } from './setting-input.tsx'
import type { SettingsAgain } from './settings-again.ts'
import { shownValue } from './shown-value.ts'
import { SimulationCard } from './simulation.tsx'
import { WhoMayChange, WhoSets, WhoSetsTheRest } from './who-sets.tsx'
import styles from './economy.module.css'

/**
 * The settings in force, to be changed: first what that would cost, and then as a new version. Who may not read of money
 * is shown them alone.
 */
export function Settings({
  economy,
  again,
}: {
  economy: OperatedEconomy
  /** Those of an earlier version, to begin with. */
  again: SettingsAgain | null
}) {
  const isAgain = again !== null && again.basedOn === economy.version
  const may = useMay()
  const refused = refusedIn(economy, may)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    isAgain ? typedOf(economy, again, refused) : {},
  )
  const leftOut = isAgain ? refused.filter((path) => again.values.has(path)) : []
  // The version that what is typed is of: the one in force, while nothing is.
  const [first, setFirst] = useState(economy)
  const changed = economy.settings.flatMap(({ path, value }) => {
    const text = typed[path]
    const next = text === undefined ? value : valueOf(text)
    return JSON.stringify(next) === JSON.stringify(value) ? [] : [{ path, value: next }]
  })
  const isOvertaken = first.version !== economy.version
  if (isOvertaken && changed.length === 0) setFirst(economy)
  const isReadable = changed.length > 0 && changed.every(({ value }) => value !== undefined)
  const change = useNewVersion({
    version: economy.version,
    settings: changed,
    remains: m.economy_undo_remains(),
    onSet: () => setTyped({}),
  })
  const { simulation, failure, forget } = change
  const type = (path: string, text: string) => {
    forget()
    setTyped({ ...typed, [path]: text })
  }
  return (
    <Card
      heading={m.economy_settings()}
      acts={
        changed.length > 0 && (
          <span className={styles.bar}>
            {m.economy_changed({ count: changed.length })}
            <Button
              variant="default"
              onClick={() => {
                forget()
                setTyped({})
              }}
            >
              {m.economy_reset()}
            </Button>
            <Button disabled={!isReadable} loading={change.isSimulating} onClick={change.simulate}>
              {m.economy_simulate()}
            </Button>
          </span>
        )
      }
    >
      {isAgain && (
        <div role="status">
          {changed.length > 0 ? (
            <p className={styles.note}>{m.economy_again_said({ version: again.version })}</p>
          ) : (
            leftOut.length === 0 && (
              <p className={styles.note}>{m.economy_again_same({ version: again.version })}</p>
            )
          )}
          {leftOut.length > 0 && <WhoSetsTheRest paths={leftOut} />}
        </div>
      )}
      {failure && <FailureAlert error={failure} />}
      {isOvertaken && changed.length > 0 && (
        <OvertakenFields fields={changedInBoth(first, economy, changed)} />
      )}
      {simulation && (
        <>
          <SimulationCard simulation={simulation} />
          <WhoMayChange paths={changed.map(({ path }) => path)} />
          <SetVersion
            change={change}
            label={m.economy_set({ version: simulation.basedOn + 1 })}
            reasonLabel={m.economy_set_reason()}
          />
        </>
      )}
      {partsOf(economy.settings).map(({ part, settings }) => (
        <Part
          key={part}
          part={part}
          settings={settings}
          typed={typed}
          isReadOnly={!may('read.money')}
          onType={type}
        />
      ))}
    </Card>
  )
}

/** The settings of a part, with who sets those that the operator may not: to who sets the rest they are for reading. */
function Part({
  part,
  settings,
  typed,
  isReadOnly,
  onType,
}: {
  part: keyof Economy
  settings: EconomySetting[]
  typed: Readonly<Record<string, string>>
  isReadOnly: boolean
  onType: (path: string, text: string) => void
}) {
  const id = useId()
  const may = useMay()
  const others = settings.map(({ path }) => path).filter((path) => !maySetSetting(may, path))
  return (
    <fieldset className={styles.part} aria-describedby={others.length > 0 ? id : undefined}>
      <legend>{partNames[part]()}</legend>
      {others.length > 0 && <WhoSets id={id} paths={others} />}
      {settings.map((setting) => (
        <SettingInput
          key={setting.path}
          setting={setting}
          text={typed[setting.path]}
          isReadOnly={isReadOnly || (may('economy.set') && others.includes(setting.path))}
          onType={(text) => onType(setting.path, text)}
        />
      ))}
    </fieldset>
  )
}

/** Settings that are typed and were changed in another version meanwhile, as they are in it. */
function changedInBoth(
  first: OperatedEconomy,
  { settings }: OperatedEconomy,
  typed: readonly { path: string }[],
): [meaning: string, value: string][] {
  const before = new Map(first.settings.map(({ path, value }) => [path, JSON.stringify(value)]))
  return settings
    .filter(
      ({ path, value }) =>
        typed.some((one) => one.path === path) && before.get(path) !== JSON.stringify(value),
    )
    .map(({ meaning, value }) => [meaning, shownValue(value)])
}

/** Settings that are for reading to who sets the rest; none to who sets none, and looks at what they would cost. */
function refusedIn({ settings }: OperatedEconomy, may: ReturnType<typeof useMay>): string[] {
  return may('economy.set')
    ? settings.map(({ path }) => path).filter((path) => !maySetSetting(may, path))
    : []
}

/** Values of an earlier version as they would be typed, without those of settings that are for reading. */
function typedOf(
  { settings }: OperatedEconomy,
  { values }: SettingsAgain,
  refused: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    settings.flatMap(({ path }) =>
      values.has(path) && !refused.includes(path) ? [[path, JSON.stringify(values.get(path))]] : [],
    ),
  )
}

function partsOf(settings: readonly EconomySetting[]): { part: keyof Economy; settings: EconomySetting[] }[] {
  const parts = Map.groupBy(settings, ({ path }) => path.split('.')[0] as keyof Economy)
  return [...parts].map(([part, ofPart]) => ({ part, settings: ofPart }))
}

const partNames: Record<keyof Economy, () => string> = {
  points: m.economy_part_points,
  checkIn: m.economy_part_check_in,
  monthlyClaim: m.economy_part_monthly_claim,
  holderPrize: m.economy_part_holder_prize,
  friendInvitation: m.economy_part_friend_invitation,
  socialFollow: m.economy_part_social_follow,
  socialShare: m.economy_part_social_share,
  seasonPrize: m.economy_part_season_prize,
  levels: m.economy_part_levels,
  redemption: m.economy_part_redemption,
  tax: m.economy_part_tax,
  shop: m.economy_part_shop,
}

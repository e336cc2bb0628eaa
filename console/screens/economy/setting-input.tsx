import { JsonInput, NumberInput } from '@mantine/core'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import type { EconomySetting } from '#contracts/operator-economy.schemas.ts'
import { formatNumber } from '#console/ui/format.ts'
import styles from './economy.module.css'

/** A setting to be typed: a number between its bounds, or a list as JSON. */
export function SettingInput({
  setting: { path, meaning, value, initial, bounds },
  text,
  isReadOnly,
  onType,
}: {
  setting: EconomySetting
  text: string | undefined
  isReadOnly: boolean
  onType: (text: string) => void
}) {
  const name = path.split('.')[1]!
  if (bounds) {
    const [min, max] = bounds
    const range = m.economy_bounds({ min: formatNumber(min), max: formatNumber(max) })
    const isInitial = value === initial
    return (
      <NumberInput
        label={meaning}
        description={
          isInitial
            ? `${name} · ${range}`
            : `${name} · ${range} · ${m.economy_initially({ value: String(initial) })}`
        }
        value={text ?? String(value)}
        readOnly={isReadOnly}
        min={min}
        max={max}
        allowDecimal={false}
        hideControls
        clampBehavior="none"
        onChange={(next) => onType(String(next))}
      />
    )
  }
  if (path === platformsPath)
    return (
      <p className={styles.note}>
        {meaning} {m.platforms_in_economy()}{' '}
        <Link to={`/${consoleRoutes.platforms}`}>{m.platforms_to_screen()}</Link>
      </p>
    )
  return (
    <JsonInput
      label={meaning}
      description={`${name} · ${m.economy_list_hint()}`}
      value={text ?? JSON.stringify(value)}
      readOnly={isReadOnly}
      autosize
      minRows={1}
      maxRows={8}
      error={text !== undefined && valueOf(text) === undefined && m.economy_not_json()}
      onChange={onType}
    />
  )
}

/** The setting that has a screen of its own. */
const platformsPath = 'socialFollow.platforms'

/** What was typed as a value; undefined where it is none. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

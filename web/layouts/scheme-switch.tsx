import { useId } from 'react'
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { m } from '#messages'
import { MoonIcon, ScreenIcon, SunIcon } from '../ui/icons.tsx'
import classes from './scheme-switch.module.css'

const schemes = [
  ['light', m.layout_scheme_light, SunIcon],
  ['auto', m.layout_scheme_auto, ScreenIcon],
  ['dark', m.layout_scheme_dark, MoonIcon],
] as const satisfies [MantineColorScheme, () => string, unknown][]

/** Light, dark, or as the system says; kept in this browser. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // Two of them may be on one screen: under one name only one of all their options could be chosen.
  const name = useId()
  return (
    <fieldset className={classes.switch}>
      <legend className="visually-hidden">{m.layout_scheme()}</legend>
      {schemes.map(([scheme, label, Icon]) => (
        <label key={scheme} className={classes.option} title={label()}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={colorScheme === scheme}
            onChange={() => setColorScheme(scheme)}
          />
          <Icon size={18} />
          <span className="visually-hidden">{label()}</span>
        </label>
      ))}
    </fieldset>
  )
}

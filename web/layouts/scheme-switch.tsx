import { useId } from 'react'
import { m } from '#messages'
import { chooseColourScheme, useColourScheme, type ColourScheme } from '../platform/colour-scheme.ts'
import { MoonIcon, ScreenIcon, SunIcon } from '../ui/icons.tsx'
import classes from './scheme-switch.module.css'

const schemes = [
  ['light', m.layout_scheme_light, SunIcon],
  ['auto', m.layout_scheme_auto, ScreenIcon],
  ['dark', m.layout_scheme_dark, MoonIcon],
] as const satisfies [ColourScheme, () => string, unknown][]

/** Light, dark, or as the system says; kept in this browser. */
export function SchemeSwitch() {
  const chosen = useColourScheme()
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
            checked={chosen === scheme}
            onChange={() => chooseColourScheme(scheme)}
          />
          <Icon size={18} />
          <span className="visually-hidden">{label()}</span>
        </label>
      ))}
    </fieldset>
  )
}

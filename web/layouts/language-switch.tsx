import { useEffect, useEffectEvent, useRef } from 'react'
import { m } from '#messages'
import { languageNames, type Language } from '#contracts/languages.ts'
import { changeLanguage } from '../platform/language.ts'
import { hasUnsaved } from '../platform/updates.ts'
import { language } from '../ui/language.ts'
import classes from './language-switch.module.css'

/** The languages by their own names; another one loads the page anew where it is. */
export function LanguageSwitch({ save }: { save?: (next: Language) => Promise<unknown> }) {
  const select = useRef<HTMLSelectElement>(null)
  const choose = async (next: Language): Promise<void> => {
    if (hasUnsaved() && !confirm(m.layout_language_unsaved())) {
      select.current!.value = language
      return
    }
    // Not saved, it is this browser's until the account says otherwise.
    await save?.(next).catch(() => {})
    changeLanguage(next)
  }
  const chosenBefore = useEffectEvent(() => {
    const chosen = select.current!.value as Language
    if (chosen !== language) void choose(chosen)
  })
  // A page that comes with its first screen can be used before it is taken over.
  useEffect(() => chosenBefore(), [])
  return (
    <select
      ref={select}
      // A browser that fills in what was chosen before it was loaded anew would choose again.
      autoComplete="off"
      className={classes.select}
      aria-label={m.layout_language()}
      defaultValue={language}
      onChange={(event) => void choose(event.currentTarget.value as Language)}
    >
      {Object.entries(languageNames).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}

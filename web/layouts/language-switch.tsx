import { m } from '#messages'
import { languageNames, type Language } from '#contracts/languages.ts'
import { changeLanguage } from '../platform/language.ts'
import { hasUnsaved } from '../platform/updates.ts'
import { language } from '../ui/language.ts'
import classes from './language-switch.module.css'

/**
 * The languages by their own names, a button each: another one loads the page anew where it is, which a choice that arrow
 * keys walk through must not do (WCAG 3.2.2).
 */
export function LanguageSwitch({ save }: { save?: (next: Language) => Promise<unknown> }) {
  const choose = async (next: Language): Promise<void> => {
    if (next === language || (hasUnsaved() && !confirm(m.layout_language_unsaved()))) return
    // Not saved, it is this browser's until the account says otherwise.
    await save?.(next).catch(() => {})
    changeLanguage(next)
  }
  return (
    <div role="group" aria-label={m.layout_language()} className={classes.switch}>
      {Object.entries(languageNames).map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === language}
          className={classes.option}
          onClick={() => void choose(code as Language)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

import type { MouseEvent } from 'react'
import { m } from '#messages'
import { languageNames, languageParameter, type Language } from '#contracts/languages.ts'
import { changeLanguage } from '../platform/language.ts'
import { sessionStore } from '../platform/session.ts'
import { hasUnsaved } from '../platform/updates.ts'
import { updateUser } from '../platform/user-document.ts'
import { language } from '../ui/language.ts'
import classes from './language-switch.module.css'

/**
 * The languages by their own names, a button each: another one loads the page anew where it is, which a choice that arrow
 * keys walk through must not do (WCAG 3.2.2). Until the scripts run, and without them, the form asks the server for it.
 * A member's choice is their account's: mails follow it, and the other browsers.
 */
export function LanguageSwitch() {
  const choose = async (event: MouseEvent, next: Language): Promise<void> => {
    event.preventDefault()
    if (next === language || (hasUnsaved() && !confirm(m.layout_language_unsaved()))) return
    const { user } = sessionStore.state
    // Not saved, it is this browser's until the account says otherwise.
    if (user) await updateUser(user.uid, { language: next }).catch(() => {})
    changeLanguage(next)
  }
  return (
    <form>
      <div role="group" aria-label={m.layout_language()} className={classes.switch}>
        {Object.entries(languageNames).map(([code, name]) => (
          <button
            key={code}
            name={languageParameter}
            value={code}
            lang={code}
            aria-pressed={code === language}
            className={classes.option}
            onClick={(event) => void choose(event, code as Language)}
          >
            {name}
          </button>
        ))}
      </div>
    </form>
  )
}

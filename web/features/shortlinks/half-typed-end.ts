import { useState, type RefObject } from 'react'
import { m } from '#messages'
import { useFocusWrong } from '#web/ui/use-focus-wrong.ts'

/**
 * The end of a link that is typed by half: empty to the page, and no wish that the link never ends. `refuses` looks at
 * it before a form is sent, says so at the field and puts the focus there.
 */
export function useHalfTypedEnd(form: RefObject<HTMLFormElement | null>) {
  // Another object each time, so that the focus goes there again.
  const [half, setHalf] = useState<object | null>(null)
  useFocusWrong(form, half)
  return {
    issues: half ? { expiresAt: m.shortlinks_expires_incomplete() } : {},
    refuses(): boolean {
      const field = form.current?.querySelector<HTMLInputElement>('input[name="expiresAt"]')
      const isHalf = field?.validity.badInput === true
      setHalf(isHalf ? {} : null)
      return isHalf
    },
    forget: () => setHalf(null),
  }
}

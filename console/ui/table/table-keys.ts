import { useEffect, useRef } from 'react'
import { hasSingleKeys } from './single-keys.ts'

/** What a key does, by the key as the browser names it, in lower case. */
export type TableKeys = Readonly<Record<string, () => void>>

/**
 * Listens for single keys while nothing is typed and no dialog is open; for letters and signs where the operator has not
 * turned them off.
 */
export function useTableKeys(keys: TableKeys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key.length === 1 && !hasSingleKeys()) return
      if (isTyping(event.target) || document.querySelector(over) || isOver(event.target)) return
      const name =
        event.shiftKey && event.key.length === 1 && /[a-z]/i.test(event.key)
          ? `shift+${event.key.toLowerCase()}`
          : event.key.toLowerCase()
      const act = current.current[name]
      // What has the focus does what it always does: Enter presses a button, and opens no row.
      if (!act || (event.key === 'Enter' && isPressed(event.target))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const over = '[role=dialog],[role=menu]'

/** Also in one that this key has closed, and that is gone already. */
function isOver(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(over) !== null
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && target.type !== 'checkbox'))
  )
}

function isPressed(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button,a,summary') !== null
}

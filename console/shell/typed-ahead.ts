import { useEffect, type RefObject } from 'react'

/**
 * Keeps what is typed between the key that opens a dialog and the moment in which its field has the focus: a dialog takes
 * a few frames to be drawn, and who knows what they look for does not wait for it.
 */
export function useTypedAhead(
  isOpen: boolean,
  field: RefObject<HTMLInputElement | null>,
  change: (next: (text: string) => string) => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
        if (event.key.length === 1) change((text) => text + event.key)
        else if (event.key === 'Backspace') change((text) => text.slice(0, -1))
        else return
        // Else it would be a key of the list below, too.
        event.preventDefault()
        event.stopPropagation()
      },
      options,
    )
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (!(target instanceof HTMLInputElement) || target !== field.current) return
        target.setSelectionRange(target.value.length, target.value.length)
        stop.abort()
      },
      options,
    )
    return () => stop.abort()
  }, [isOpen, field, change])
}

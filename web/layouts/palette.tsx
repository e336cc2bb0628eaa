import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { m } from '#messages'
import { useSession } from '../platform/session.ts'
import classes from './palette.module.css'

const CommandPalette = lazy(async () => await import('../features/palette/command-palette.tsx'))

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the palette, for the button and the keys. */
function setPalette(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)
const keys = () => (isApple() ? '⌘K' : 'Ctrl K')

/** In the rail: opens the palette, and says with which keys it opens from anywhere. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className={classes.keys}
      aria-keyshortcuts="Control+K Meta+K"
      title={m.layout_palette_keys({ keys: keys() })}
      onClick={() => setPalette(true)}
    >
      <span className="visually-hidden">{m.layout_palette()} </span>
      <kbd>{keys()}</kbd>
    </button>
  )
}

/** The palette over any page, for members: ⌘K or Ctrl K. It loads when it is first asked for. */
export function PalettePlace() {
  const isMember = useSession().state === 'signed-in'
  const open = useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
  useEffect(() => {
    if (!isMember) return
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey, shiftKey } = event
      // Ctrl K deletes to the end of the line in a Mac's text fields.
      const isHeld = isApple() ? event.metaKey : event.ctrlKey
      if (key.toLowerCase() !== 'k' || !isHeld || altKey || shiftKey) return
      // Another dialog is answered first.
      if (!isOpen && document.querySelector('dialog[open]')) return
      event.preventDefault()
      setPalette(!isOpen)
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      setPalette(false)
    }
  }, [isMember])
  if (!isMember || !open) return null
  return (
    <Suspense fallback={null}>
      <CommandPalette onClose={() => setPalette(false)} />
    </Suspense>
  )
}

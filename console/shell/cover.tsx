import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import styles from './cover.module.css'

/**
 * Lies over the whole page, its dialogs and messages too, of which nothing is seen, read, found or pressed meanwhile. What
 * is below stays as it is.
 */
export function Cover({
  isOn,
  label,
  load,
  children,
}: {
  isOn: boolean
  label: string
  /** Brings what it will show, and is no part of the first load. */
  load: () => Promise<unknown>
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const bring = () => void load().catch(() => {})
    // Safari has none.
    if (!('requestIdleCallback' in window)) return bring()
    const idle = requestIdleCallback(bring)
    return () => cancelIdleCallback(idle)
  }, [load])
  useEffect(() => {
    // Before the dialogs below, which listen here from the moment they are drawn: Escape would close them.
    const keep = (event: KeyboardEvent) => {
      if (!dialog.current) return
      const isOurs = event.target instanceof Node && dialog.current.contains(event.target)
      if (isOurs && event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  return (
    isOn && (
      <Laid ref={dialog} label={label}>
        {children}
      </Laid>
    )
  )
}

function Laid({
  ref,
  label,
  children,
}: {
  ref: RefObject<HTMLDialogElement | null>
  label: string
  children: ReactNode
}) {
  useLayoutEffect(() => {
    const cover = ref.current!
    // Its own focus, and that of no button: who is typing presses what they do not see yet.
    const show = () => {
      cover.showModal()
      cover.focus()
    }
    show()
    cover.addEventListener('close', show)
    return () => {
      cover.removeEventListener('close', show)
      // Gives the focus back to what had it.
      cover.close()
    }
  }, [ref])
  return (
    <dialog
      ref={ref}
      className={styles.cover}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={keepIn}
      onWheel={keepIn}
      onTouchMove={keepIn}
    >
      {children}
    </dialog>
  )
}

/** Shortcuts of the page are none here, and a dialog below does not keep this from scrolling. */
function keepIn(event: SyntheticEvent): void {
  event.stopPropagation()
}

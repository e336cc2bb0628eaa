import { useEffect } from 'react'

/**
 * What has the keyboard's focus stays in view while parts above it are still loading: they would push it behind the
 * bottom bar (WCAG 2.2, 2.4.11). Not once somebody has scrolled or typed: they look elsewhere by then.
 */
export function useFocusInView(): void {
  useEffect(() => {
    let focused: Element | null = null
    const hold = ({ target }: FocusEvent) => {
      focused = target instanceof Element && target.matches(':focus-visible') ? target : null
    }
    const letGo = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.key === 'Tab')) focused = null
    }
    const ended = new AbortController()
    const { signal } = ended
    addEventListener('focusin', hold, { signal })
    for (const type of ['keydown', 'pointerdown', 'touchmove', 'wheel']) {
      addEventListener(type, letGo, { signal, passive: true })
    }
    const resized = new ResizeObserver(() => {
      if (focused === document.activeElement) focused?.scrollIntoView({ block: 'nearest' })
    })
    resized.observe(document.body)
    return () => {
      ended.abort()
      resized.disconnect()
    }
  }, [])
}

import { useEffect } from 'react'

/**
 * What has the keyboard's focus stays in view while parts above it are still loading: they would push it behind the
 * bottom bar (WCAG 2.2, 2.4.11). Not once somebody has scrolled or typed: they look elsewhere by then. It may begin when
 * something has the focus already.
 */
export function useFocusInView(): void {
  useEffect(() => {
    let focused: Element | null = null
    const hold = () => {
      focused = document.querySelector(':focus-visible')
    }
    hold()
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

import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a move to another page: says its title to screen readers and moves the focus to its heading, as a page
 * load would. Not at the first load, not for a change of the query, and not where the link asked to keep
 * the focus (`state: { keepFocus: true }`: tabs that are pages). Together with the page, not after it: a quick
 * reader already types in a field by then and would lose the focus.
 */
export function RouteAnnouncer() {
  const { pathname, hash, state } = useLocation()
  const previous = useRef(pathname)
  const [title, setTitle] = useState('')
  const keepFocus = Boolean((state as { keepFocus?: boolean } | null)?.keepFocus)

  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    setTitle(document.title)
    if (keepFocus || hash) return
    const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
    if (!target) return
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, hash, keepFocus])

  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {title}
    </div>
  )
}

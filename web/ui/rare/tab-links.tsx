import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import classes from './tab-links.module.css'

/**
 * A few views of one thing, side by side, as links: the address says which. The focus stays on the chosen one, also
 * where the views are pages of their own and the whole screen is drawn anew.
 */
export function TabLinks({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { to: string; current: boolean; label: ReactNode; count?: number }[]
}) {
  const nav = useRef<HTMLElement>(null)
  const { state } = useLocation()
  const keepFocus = Boolean((state as { keepFocus?: boolean } | null)?.keepFocus)
  useLayoutEffect(() => {
    // Only where the focus was lost with the page before: never away from something a person is using.
    if (keepFocus && document.activeElement === document.body)
      nav.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
  }, [keepFocus])

  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={classes.tab}
          aria-current={tab.current ? 'page' : undefined}
          state={{ keepFocus: true }}
          preventScrollReset
          replace
        >
          {tab.label}
          {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}

import { Component, lazy, Suspense, useLayoutEffect, useState, type ReactNode } from 'react'
import { useConsent } from '../platform/product-analytics/consent.ts'
import classes from './consent.module.css'

const ConsentBanner = lazy(async () => ({
  default: (await import('./consent-banner.tsx')).ConsentBanner,
}))

/**
 * Where a visitor is asked whether their use may be counted, until they have chosen. Above the page and not over it: it
 * covers neither a control nor the focus, and its room is there from the first render, so that nothing moves.
 */
export function ConsentPlace() {
  const asked = useConsent() === 'ask'
  // From here on the room is this one's.
  useLayoutEffect(() => document.documentElement.removeAttribute('data-consent-room'), [])
  // Kept once it was there: it says what was chosen, and where the focus goes.
  const [wasAsked, setWasAsked] = useState(asked)
  if (asked && !wasAsked) setWasAsked(true)
  if (!wasAsked) return null
  return (
    <div className={asked ? classes.place : undefined}>
      <Quietly>
        <Suspense fallback={null}>
          <ConsentBanner asks={asked} />
        </Suspense>
      </Quietly>
    </div>
  )
}

/** Where the file does not load, there is no question: nothing is sent, and the next page asks. */
class Quietly extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}

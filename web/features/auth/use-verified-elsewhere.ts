import { useEffect } from 'react'
import { refreshSession } from '../../platform/session.ts'

/** How often an open page asks, and how long it keeps asking. Another tab of this browser says so by itself. */
const everyMs = 15_000
const atMostMs = 10 * 60_000

/** Asks whether the address is verified by now: when the page is looked at again, and now and then while it is. */
export function useVerifiedElsewhere(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const since = Date.now()
    const look = () => {
      if (document.visibilityState === 'visible') refreshSession()
    }
    const timer = setInterval(() => {
      if (Date.now() - since > atMostMs) clearInterval(timer)
      else look()
    }, everyMs)
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [active])
}

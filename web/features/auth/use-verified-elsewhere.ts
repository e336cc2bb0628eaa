import { useEffect } from 'react'
import { refreshSession } from '#web/platform/session.ts'

/** How soon an open page asks first, and how seldom at last. Another tab of this browser says so by itself. */
const firstMs = 4_000
const lastMs = 60_000

/**
 * Polls whether the address was verified on another device: at growing intervals while the page is visible, and from
 * the shortest again when it becomes visible, since people verify in between.
 */
export function useVerifiedElsewhere(): void {
  useEffect(() => {
    let pauseMs = firstMs
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, pauseMs)
      pauseMs = Math.min(lastMs, pauseMs * 1.5)
    }
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      refreshSession()
      wait()
    }
    const comeBack = () => {
      pauseMs = firstMs
      ask()
    }
    wait()
    addEventListener('focus', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [])
}

const firstRetryMs = 1_000
const longestRetryMs = 60_000

/**
 * Waits before the next try, longer after each failure; over at once when the connection is back, the page is looked at
 * again, or `signal` aborts.
 */
export async function pause(failures: number, signal: AbortSignal): Promise<void> {
  const longest = navigator.onLine ? Math.min(longestRetryMs, firstRetryMs * 2 ** failures) : longestRetryMs
  await new Promise<void>((resolve) => {
    const over = new AbortController()
    const go = () => {
      over.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(go, longest * (0.5 + Math.random() / 2))
    const options = { signal: over.signal }
    window.addEventListener('online', go, options)
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && go(),
      options,
    )
    signal.addEventListener('abort', go, options)
  })
}

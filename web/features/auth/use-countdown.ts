import { useCallback, useEffect, useState } from 'react'

/** Milliseconds that are left, counted down by the second, and how to start anew. Sleep and throttling do no harm. */
export function useCountdown(initialMs: () => number = none): [leftMs: number, start: (ms: number) => void] {
  const [count, setCount] = useState(() => {
    const now = Date.now()
    return { endsAt: now + initialMs(), now }
  })
  const leftMs = Math.max(0, count.endsAt - count.now)
  const isRunning = leftMs > 0

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setCount(({ endsAt }) => ({ endsAt, now: Date.now() })), 1000)
    return () => clearInterval(timer)
  }, [isRunning])

  const start = useCallback((ms: number) => {
    const now = Date.now()
    setCount({ endsAt: now + ms, now })
  }, [])
  return [leftMs, start]
}

function none(): number {
  return 0
}

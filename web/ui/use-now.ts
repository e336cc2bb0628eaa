import { useSyncExternalStore } from 'react'
import { onClock, timeNow } from './common/clock.ts'

const tickMs = 60_000
const listeners = new Set<() => void>()
let now = timeNow()
let timer: ReturnType<typeof setInterval> | undefined
onClock(tick)

function tick(): void {
  now = timeNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, tickMs)
  listeners.add(listener)
  // The last tick may be long ago: everyone who looked away meanwhile sees the minute it is.
  if (timeNow().getTime() - now.getTime() > tickMs) queueMicrotask(tick)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The time, to the minute: what says "in 3 days" is drawn anew as time goes by. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now, timeNow)
}

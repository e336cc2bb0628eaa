import { CLOCK_SKEW_MAX_MS, type SharedClock } from './platform/clock.ts'
import type { ReadinessCheck } from './platform/readiness.ts'

/** Whether this machine's clock is the database's, but for a few seconds. */
export function clockCheck(clock: Pick<SharedClock, 'skewMs'>): ReadinessCheck {
  const look = async () => {
    if (Math.abs(clock.skewMs) <= CLOCK_SKEW_MAX_MS) return null
    const seconds = Math.round(Math.abs(clock.skewMs) / 1_000)
    return `clock is ${seconds} s ${clock.skewMs > 0 ? 'behind' : 'ahead of'} the database`
  }
  return { name: 'clock', refuses: true, look }
}

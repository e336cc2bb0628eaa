import type { ClickPath } from './modules/links/click-path.ts'
import { CLOCK_SKEW_MAX_MS, type SharedClock } from './platform/clock.ts'
import type { ReadinessCheck } from './platform/readiness.ts'

/** How long what a folder answered is believed, in milliseconds. */
const probeEveryMs = 2_000

/** Whether this machine's clock is the database's, but for a few seconds. */
export function clockCheck(clock: Pick<SharedClock, 'skewMs'>): ReadinessCheck {
  const look = async () => {
    if (Math.abs(clock.skewMs) <= CLOCK_SKEW_MAX_MS) return null
    const seconds = Math.round(Math.abs(clock.skewMs) / 1_000)
    return `clock is ${seconds} s ${clock.skewMs > 0 ? 'behind' : 'ahead of'} the database`
  }
  return { name: 'clock', refuses: true, look }
}

/** Whether the folder of clicks takes them; where it does not they go to the database. */
export function clickFolderCheck(clicks: Pick<ClickPath, 'probe'>): ReadinessCheck {
  let asked: { atMs: number; refused: boolean } | undefined
  const look = async () => {
    if (!asked || performance.now() - asked.atMs > probeEveryMs)
      asked = { atMs: performance.now(), refused: refuses(clicks) }
    return asked.refused ? 'click folder takes no clicks' : null
  }
  return { name: 'click_folder', refuses: true, look }
}

function refuses(clicks: Pick<ClickPath, 'probe'>): boolean {
  try {
    clicks.probe()
    return false
  } catch {
    return true
  }
}

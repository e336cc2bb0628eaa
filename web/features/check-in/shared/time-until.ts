import type { CheckInStatus } from '#contracts/rewards.schemas.ts'
import { formatDuration } from '#web/ui/common/format.ts'

/** How long until a moment; undefined when it has come. */
export function timeUntil(at: string | null, now: Date): string | undefined {
  const ms = at === null ? 0 : new Date(at).getTime() - now.getTime()
  return ms > 0 ? formatDuration(Math.max(ms, 60_000)) : undefined
}

/** A moment that has come here may lie ahead yet by the server's clock, which is asked again so often until then. */
const askAgainMsMin = 30_000
/** Where this clock is wrong by weeks: a timer that is set for longer than 24 days goes off at once. */
const askAgainMsMax = 86_400_000

/** After how many milliseconds a status may be another: the next check-in is possible, or the day has ended. */
export function askAgainMs(
  { nextAt, dayEndsAt }: Pick<CheckInStatus, 'nextAt' | 'dayEndsAt'>,
  now: Date,
): number {
  const changesAt = Math.min(...[nextAt, dayEndsAt].filter((at) => at !== null).map((at) => Date.parse(at)))
  return Math.min(Math.max(changesAt - now.getTime(), askAgainMsMin), askAgainMsMax)
}

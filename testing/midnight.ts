import type { App } from '../server/app.ts'
import { shiftClock } from '../server/platform/clock.ts'
import { dayMs } from '#rules/utc-date.ts'

/**
 * Moves domain time past midnight (UTC) where less than so many minutes are left until then: what a test does on one
 * date is not cut in two by the next.
 */
export async function awayFromMidnight(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { minutes = 15 }: { minutes?: number } = {},
): Promise<void> {
  const leftMs = dayMs - (clock.now().getTime() % dayMs)
  if (leftMs > minutes * 60_000) return
  await moveClockTo({ db, clock }, clock.now().getTime() + leftMs + 1_000)
}

/** Moves domain time to that moment, milliseconds since 1970. */
export async function moveClockTo({ db, clock }: Pick<App, 'db' | 'clock'>, moment: number): Promise<void> {
  await shiftClock(db, `${moment - clock.now().getTime()} milliseconds`)
  await clock.follow(db)
}

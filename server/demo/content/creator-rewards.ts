import type { ShareNetwork } from '#contracts/shares.constants.ts'
import { utcMonthName } from '#rules/utc-months.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'

/** A campaign that the demo creator shared; days are offsets from the day of loading. */
export type DemoShare = {
  readonly campaign: string
  readonly network: ShareNetwork
  readonly day: number
  /** Different people who came by it; three are paid for. */
  readonly visitors: number
}

/** Three shares that were paid, and one that waits for two more visitors. */
export const demoShares: readonly DemoShare[] = [
  { campaign: 'northwind-beans', network: 'x', day: -37, visitors: 5 },
  { campaign: 'lumen-everything', network: 'pinterest', day: -24, visitors: 4 },
  { campaign: 'trailhead-gear-advice', network: 'threads', day: -13, visitors: 3 },
  { campaign: 'saltmarsh-skin-plan', network: 'x', day: -2, visitors: 1 },
]

/** Check-ins of the creators whom the demo creator invited, the earliest of them first: seven are paid for. */
export const friendCheckIns: readonly number[] = [7, 3, 1]

/**
 * The dates on which the demo creator checked in, `today` being theirs: the last six days, so that today is the
 * seventh; eight days of last month, whose claim is open; six of the month before, whose claim was missed.
 */
export function checkInDates(today: string): string[] {
  const start = Date.parse(`${today}T00:00:00Z`)
  const [lastMonth, before] = [utcMonthName(start, -1), utcMonthName(start, -2)]
  const run = (month: string, days: number) =>
    Array.from({ length: days }, (_, at) => `${month}-${String(8 + at).padStart(2, '0')}`)
  const streak = Array.from({ length: 6 }, (_, at) => utcDate(start - (6 - at) * dayMs))
  return [...run(before, 6), ...run(lastMonth, 8), ...streak]
}

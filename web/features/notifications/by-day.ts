/** What came on one day, as the member's own clock has it. */
export interface Day<T> {
  /** Midnight of it. */
  start: Date
  items: T[]
}

/** A list, newest first, cut into days. */
export function byDay<T extends { createdAt: string }>(items: readonly T[]): Day<T>[] {
  const days: Day<T>[] = []
  for (const item of items) {
    const start = new Date(item.createdAt)
    start.setHours(0, 0, 0, 0)
    const last = days.at(-1)
    if (last?.start.getTime() === start.getTime()) last.items.push(item)
    else days.push({ start, items: [item] })
  }
  return days
}

/** How many days ago a day was: 0 is today. Counted in days, not in hours: one has 23 or 25 of them. */
export function daysAgo(start: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(now) - midnight(start)) / 86_400_000)
}

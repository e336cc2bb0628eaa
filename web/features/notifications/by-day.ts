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

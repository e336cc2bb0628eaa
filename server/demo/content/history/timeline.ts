import { dayMs } from '#rules/utc-date.ts'
const MINUTE_MS = 60_000

/** Turns the plan's days into moments, counted from the UTC day of the anchor. */
export type Timeline = {
  /** The moment `minute` minutes into the day `day` days from the anchor's. */
  at(day: number, minute: number, second?: number): Date
  /** 0 is Sunday. */
  weekday(day: number): number
}

/** The timeline of one moment of loading. */
export function timeline(anchor: Date): Timeline {
  const today = Math.floor(anchor.getTime() / dayMs) * dayMs
  return {
    at: (day, minute, second = 0) => new Date(today + day * dayMs + minute * MINUTE_MS + second * 1000),
    weekday: (day) => new Date(today + day * dayMs).getUTCDay(),
  }
}

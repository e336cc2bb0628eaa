import { dayMs } from './utc-date.ts'

/** A campaign is new for this many days after its start. */
export const NEW_FOR_DAYS = 30

/** Clicks and joins of this many days make a campaign popular. */
export const POPULAR_DAYS = 14

/** Days after which a click or join counts half. */
const HALF_LIFE_DAYS = 5

/** A join says as much as this many clicks: it is a creator's decision, a click is a visitor's glance. */
const CLICKS_PER_JOIN = 20

/** Whether a campaign is a new arrival at `now`; both times in milliseconds since 1970. */
export function isNewCampaign(startsAt: number, now: number): boolean {
  return startsAt <= now && now - startsAt < NEW_FOR_DAYS * dayMs
}

/** What happened in a campaign on one day. */
export type CampaignDay = {
  /** Whole days ago: 0 is the last 24 hours. */
  daysAgo: number
  countableClicks: number
  joins: number
}

/** How popular a campaign is: its countable clicks and joins of 14 days, each halving in weight every 5 days. */
export function popularity(days: readonly CampaignDay[]): number {
  let score = 0
  for (const { daysAgo, countableClicks, joins } of days) {
    if (daysAgo < 0 || daysAgo >= POPULAR_DAYS) continue
    score += (countableClicks + CLICKS_PER_JOIN * joins) * 0.5 ** (daysAgo / HALF_LIFE_DAYS)
  }
  return score
}

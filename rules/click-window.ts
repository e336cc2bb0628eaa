import { dayMs } from './utc-date.ts'

/**
 * When the click was by which a conversion is paid: in the days of the enrolment's cookie before it, both ends included.
 * Source: docs/economy.md, Conversions and earnings.
 */
export function clickWindow(occurredAt: Date, cookieDays: number): { after: Date; until: Date } {
  return { after: new Date(occurredAt.getTime() - cookieDays * dayMs), until: occurredAt }
}

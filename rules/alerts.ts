import { localDate, localHour } from './local-date.ts'

/** What waits for an operator, as an alert looks at it. */
export interface WaitingQueue {
  queue: string
  count: number
  oldestAt: Date | null
}

/** What a job last found, and when. */
export interface LastCheck {
  at: Date
  isRight: boolean
}

export interface Watched {
  queues: WaitingQueue[]
  /** Null where they were never looked at. */
  books: LastCheck | null
  auditLog: (LastCheck & { last?: ChainHead | null }) | null
}

/** The last entry of the log of acts, by its number and its hash, which says all that came before it. */
export interface ChainHead {
  entry: number
  hash: string
}

/** The hour of the day, in the operators' zone, at which the digest leaves. */
export const DIGEST_HOUR = 6

/** The date whose digest is due at a moment in a zone, as `YYYY-MM-DD`; null outside of its hour. */
export function digestDate(now: Date, zone: string): string | null {
  return localHour(now.getTime(), zone) === DIGEST_HOUR ? localDate(now.getTime(), zone) : null
}

/** Something that a person should look at. */
export type Alert =
  | { name: `queue.${string}`; queue: string; count: number; ageHours: number; hoursMax: number }
  | { name: 'books.wrong' | 'books.unchecked' | 'audit-log.wrong' | 'audit-log.unchecked'; at: Date | null }

const hourMs = 3_600_000

/** Hours after which what jobs prove counts as not proved: the log is checked once a day, the books each hour. */
const uncheckedHours = { books: 3, auditLog: 26 }

/** What to alert of: queues whose oldest has waited for more than their hours, and books or log that are not proved. */
export function alertsOf(
  { queues, books, auditLog }: Watched,
  hoursOf: Readonly<Record<string, number>>,
  now: Date,
): Alert[] {
  return [
    ...queues.flatMap(({ queue, count, oldestAt }): Alert[] => {
      const hoursMax = hoursOf[queue]
      if (oldestAt === null || hoursMax === undefined) return []
      const ageHours = Math.floor((now.getTime() - oldestAt.getTime()) / hourMs)
      return ageHours >= hoursMax ? [{ name: `queue.${queue}`, queue, count, ageHours, hoursMax }] : []
    }),
    ...checked('books', books, uncheckedHours.books, now),
    ...checked('audit-log', auditLog, uncheckedHours.auditLog, now),
  ]
}

function checked(what: 'books' | 'audit-log', last: LastCheck | null, hours: number, now: Date): Alert[] {
  // Never looked at: an installation of today. The digest says it.
  if (last === null) return []
  if (!last.isRight) return [{ name: `${what}.wrong`, at: last.at }]
  const isOld = now.getTime() - last.at.getTime() > hours * hourMs
  return isOld ? [{ name: `${what}.unchecked`, at: last.at }] : []
}

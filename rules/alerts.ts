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
  /** Null where it was not proved within a week, which is how long what a job found is kept. */
  books: LastCheck | null
  auditLog: (LastCheck & { last?: ChainHead | null }) | null
  /** Since when the job is there that proves it; null where none is yet. */
  provedFrom: Record<Proved, Date | null>
}

/** What a job proves again and again. */
export type Proved = 'books' | 'auditLog'

/** The last entry of the log of acts, by its number and its hash, which says all that came before it. */
export interface ChainHead {
  entry: number
  hash: string
}

/** The hour of the day, in the operators' zone, at which the digest leaves. */
export const DIGEST_HOUR = 6

/** The digest of a day. */
export interface DueDigest {
  /** As `YYYY-MM-DD`. */
  date: string
  /** Its hour has passed: no worker ran in it, or it failed. */
  isLate: boolean
}

/** The digest that is due at a moment in a zone, from its hour until midnight; null before. */
export function dueDigest(now: Date, zone: string): DueDigest | null {
  const hour = localHour(now.getTime(), zone)
  if (hour < DIGEST_HOUR) return null
  return { date: localDate(now.getTime(), zone), isLate: hour > DIGEST_HOUR }
}

/** Something that a person should look at. */
export type Alert =
  | { name: `queue.${string}`; queue: string; count: number; ageHours: number; hoursMax: number }
  | { name: 'books.wrong' | 'books.unchecked' | 'audit-log.wrong' | 'audit-log.unchecked'; at: Date | null }

const hourMs = 3_600_000

/** Hours after which what jobs prove counts as not proved: the log is checked once a day, the books each hour. */
const uncheckedHours: Record<Proved, number> = { books: 3, auditLog: 26 }

/**
 * Whether something is not proved for too long, by its last proof. Where none is known it counts from when its job is
 * there: what was found a week ago is not kept, and an installation of today has proved nothing yet.
 */
export function isOverdue(what: Proved, { last, from }: { last: Date | null; from: Date | null }, now: Date) {
  const since = last ?? from
  return since !== null && now.getTime() - since.getTime() > uncheckedHours[what] * hourMs
}

/** What to alert of: queues whose oldest has waited for more than their hours, and books or log that are not proved. */
export function alertsOf(watched: Watched, hoursOf: Readonly<Record<string, number>>, now: Date): Alert[] {
  return [
    ...watched.queues.flatMap(({ queue, count, oldestAt }): Alert[] => {
      const hoursMax = hoursOf[queue]
      if (oldestAt === null || hoursMax === undefined) return []
      const ageHours = Math.floor((now.getTime() - oldestAt.getTime()) / hourMs)
      return ageHours >= hoursMax ? [{ name: `queue.${queue}`, queue, count, ageHours, hoursMax }] : []
    }),
    ...checked('books', watched, now),
    ...checked('auditLog', watched, now),
  ]
}

const alertNames = { books: 'books', auditLog: 'audit-log' } as const

function checked(what: Proved, watched: Watched, now: Date): Alert[] {
  const last = watched[what]
  const name = alertNames[what]
  if (last?.isRight === false) return [{ name: `${name}.wrong`, at: last.at }]
  const at = last?.at ?? null
  return isOverdue(what, { last: at, from: watched.provedFrom[what] }, now)
    ? [{ name: `${name}.unchecked`, at }]
    : []
}

import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { AnalyticsSummary } from '#contracts/analytics.schemas.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Client } from './client.ts'
import { askAs, type Person } from './people.ts'
import type { ClicksBeside } from './site.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'

/** What says only when it was asked. */
const moments = new Set(['asOf', 'until', 'endsAt'])
const withoutTheMoment = (key: string, value: unknown) => (moments.has(key) ? undefined : value)

/** Answers to a member that differ between processes, or from a count of the tables; a line each. */
export async function differencesOf(
  books: Db,
  clients: Client[],
  { person, clicksBeside }: { person: Person; clicksBeside?: ClicksBeside | undefined },
): Promise<string[]> {
  const now = await databaseNow(books)
  const from = utcDate(now.getTime() - 300 * dayMs)
  const period = `from=${from}&to=${utcDate(now)}&zone=UTC`
  const paths = [
    `/api/v1/analytics/summary?${period}`,
    `/api/v1/analytics/breakdown?${period}&by=campaign`,
    '/api/v1/wallet',
    '/api/v1/points',
    '/api/v1/enrolments',
    '/api/v1/earnings',
  ]
  const broken: string[] = []
  const heard = new Map<string, unknown>()
  for (const path of paths) {
    const answers: unknown[] = []
    for (const client of clients) {
      // The processes may ask the replica at other moments.
      const { status, body } = await askAs(client, person, { path, headers: { 'cache-control': 'no-cache' } })
      answers.push(status === 200 ? JSON.parse(body, withoutTheMoment) : `answered ${status}: ${body}`)
    }
    heard.set(path, answers[0])
    if (answers.some((answer) => !isDeepStrictEqual(answer, answers[0])))
      broken.push(
        `${person.email} is told different things at ${path}: ${JSON.stringify(answers).slice(0, 2_000)}`,
      )
  }
  const shown = (heard.get(paths[0]!) as AnalyticsSummary).statistics
  const counted = await count(books, person.uid, from)
  if (clicksBeside) {
    const { rows } = await sql<{ id: string }>`select id from link where owner_uid = ${person.uid}`.execute(
      books,
    )
    const came = await clicksBeside.figures(
      rows.map(({ id }) => id),
      from,
    )
    Object.assign(counted, came)
  }
  for (const [name, figure] of Object.entries(counted))
    if (shown[name as keyof typeof counted] !== figure)
      broken.push(
        `${person.email} is shown ${shown[name as keyof typeof counted]} ${name}, and there are ${figure}`,
      )
  return broken
}

/** The same statistics by a plain count of clicks, conversions and earnings. */
async function count(books: Db, uid: string, from: string) {
  type Counts = Pick<
    AnalyticsSummary['statistics'],
    'clicks' | 'uniques' | 'conversions' | 'crels' | 'pendingCrels'
  >
  const { rows } = await sql<Counts>`
    with came as (
      select count(*) as clicks, count(distinct (c.link_id, c.visitor, (c.at at time zone 'UTC')::date)) as uniques
      from click c join link l on l.id = c.link_id where l.owner_uid = ${uid} and c.countable and c.at >= ${from}::date),
    sold as (
      select count(*) filter (where c.status <> 'rejected') as conversions from conversion c join link l on l.id = c.link_id
      where l.owner_uid = ${uid} and c.occurred_at >= ${from}::date
        and not exists (select from conversion n where n.corrects = c.id)),
    earned as (
      select coalesce(sum(crels - reversed_crels) filter (where state <> 'under_review'), 0)::bigint as crels,
             coalesce(sum(crels - reversed_crels) filter (where state = 'pending'), 0)::bigint as "pendingCrels"
      from earning where uid = ${uid} and occurred_at >= ${from}::date)
    select clicks, uniques, conversions, crels, "pendingCrels" from came, sold, earned`.execute(books)
  return rows[0]!
}

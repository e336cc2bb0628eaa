import { utcDate } from '#rules/utc-date.ts'
import { dateOf } from '../click-id.ts'
import type { ClickBatch } from '../click-batches.ts'
import type { ClickSegment } from '../click-sink.ts'
import type { ClickHouseConnection } from './clickhouse-connection.ts'
import { isOneOf } from './clickhouse-store.ts'

const columns: [string, ...string[]] = [
  'id',
  'link_id',
  'visitor',
  'reason',
  'country',
  'device',
  'referrer_host',
  'sub_id',
  'batch',
]

/** The clicks of a segment on one UTC day. */
interface DayOfSegment {
  day: number
  text: string
}

/**
 * Writes the clicks of a batch; nothing where ClickHouse knows its tokens. Each UTC day is an insert of its own: all
 * tables have it as one block in one partition, which is there as a whole or not at all.
 */
export async function insertBatch(
  clickHouse: ClickHouseConnection,
  { id }: Pick<ClickBatch, 'id'>,
  segments: ClickSegment[],
): Promise<void> {
  await insertDays(clickHouse, id, segments.flatMap(daysOf))
}

/**
 * Writes what of a batch is not there, where ClickHouse may know its tokens no more. What is there by this batch comes
 * again where it does: an insert that wrote the clicks and died before their figures has these written, and those not.
 */
export async function insertMissing(
  clickHouse: ClickHouseConnection,
  { id, isTokenKnown }: Pick<ClickBatch, 'id' | 'isTokenKnown'>,
  segments: ClickSegment[],
): Promise<void> {
  const days = segments.flatMap(daysOf)
  const there = await batchesOf(clickHouse, days)
  const isNeeded = (batch: string | undefined) => batch === undefined || (isTokenKnown && batch === id)
  await insertDays(
    clickHouse,
    id,
    days.filter((some) => isNeeded(there.get(firstId(some)))),
  )
}

/**
 * Writes what of a stored batch is there no more, and answers whether something was not. ClickHouse may know the token
 * of what it has lost, so it is that of the day of the replay: one that is run again at once writes nothing twice that
 * ClickHouse was still writing.
 */
export async function insertLost(
  clickHouse: ClickHouseConnection,
  id: string,
  segments: ClickSegment[],
): Promise<boolean> {
  const days = segments.flatMap(daysOf)
  const there = await batchesOf(clickHouse, days)
  const lost = days.filter((some) => !there.has(firstId(some)))
  await insertDays(clickHouse, id, lost, ` replayed ${utcDate(Date.now())}`)
  return lost.length > 0
}

/**
 * By which batch days of segments are there, by their first click. What a segment has of a day came with one insert: its
 * first click speaks for all of them.
 */
async function batchesOf(
  clickHouse: ClickHouseConnection,
  days: DayOfSegment[],
): Promise<Map<string, string>> {
  if (days.length === 0) return new Map()
  const rows = await clickHouse.rows<{ id: string; batch: string }>(
    `select id, batch from click where ${isOneOf(days.map(firstId))}`,
  )
  return new Map(rows.map(({ id, batch }) => [id, batch]))
}

async function insertDays(
  clickHouse: ClickHouseConnection,
  id: string,
  parts: DayOfSegment[],
  again = '',
): Promise<void> {
  const days = Map.groupBy(parts, ({ day }) => day)
  for (const [day, some] of [...days].toSorted(([one], [other]) => one - other)) {
    // The batch takes the place of the network, which stays in PostgreSQL.
    const lines = some.map(({ text }) => text.replace(/[^\t\n]*\n/g, `${id}\n`)).join('')
    await clickHouse.insert('click', columns, lines, `${id} ${dateOf(day)}${again}`)
  }
}

function daysOf({ text, days }: ClickSegment): DayOfSegment[] {
  const [first] = days
  if (first === undefined) return []
  if (days.every((day) => day === first)) return [{ day: first, text }]
  const lines = text.split(/(?<=\n)/)
  const byDay = Map.groupBy(lines, (_, at) => days[at]!)
  return [...byDay].map(([day, some]) => ({ day, text: some.join('') }))
}

function firstId({ text }: DayOfSegment): string {
  return text.slice(0, text.indexOf('\t'))
}

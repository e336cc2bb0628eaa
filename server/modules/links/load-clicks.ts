import { readFile, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Logger } from 'pino'
import { dateOf } from './click-id.ts'
import { daysOfLines, lineColumns } from './click-line.ts'
import type { Segment } from './click-spool.ts'

/** Loaded together at most: a transaction of some 100 000 clicks. */
const bytesMax = 16_000_000

/** Moves clicks from spool files to the database; each file exactly once, whatever happens in between. */
export class ClickLoader {
  readonly #pool: pg.Pool
  readonly #log: Logger
  readonly #days = new Set<number>()

  /** `pool` works as the product's role; a temporary table is made on its connections. */
  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool
    this.#log = log
  }

  /**
   * Loads complete segments from the front of the list, as many as fit one transaction, and removes their files
   * after it committed. Answers how many segments are done with. Throws when the database cannot take them now.
   */
  async load(segments: Segment[]): Promise<number> {
    const batch = await this.#read(segments)
    if (batch.some(({ days }) => days.length > 0)) await this.#store(batch)
    for (const { segment, unreadable } of batch) await this.#finish(segment, unreadable)
    return batch.length
  }

  async #read(segments: Segment[]): Promise<Batch> {
    const batch: Batch = []
    let bytes = 0
    for (const segment of segments) {
      const text = await readSegment(segment)
      bytes += text.length
      if (batch.length > 0 && bytes > bytesMax) break
      batch.push(contentOf(segment, text))
    }
    return batch
  }

  /** What only a failing disk does to a file is kept beside, for whoever wants to look. */
  async #finish(segment: Segment, unreadable: number): Promise<void> {
    if (unreadable === 0) return await rm(segment.path, { force: true })
    this.#log.error({ segment: segment.key, lines: unreadable }, 'unreadable clicks in a segment')
    await rename(segment.path, `${segment.path}.unreadable`)
  }

  async #store(batch: Batch): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await this.#makeDays(client, batch)
      await client.query('begin')
      await client.query(temporaryTable)
      const fresh = new Set(await claim(client, batch))
      const texts = batch.filter(({ segment }) => fresh.has(segment.key)).map(({ text }) => text)
      await pipeline(
        Readable.from([Buffer.from(texts.join(''), 'latin1')]),
        client.query(copyFrom(`copy click_line (${lineColumns}) from stdin`)),
      )
      await client.query(insertClicks)
      await client.query('commit')
      client.release()
    } catch (error) {
      // A partition may have been dropped since.
      this.#days.clear()
      // Not reused: the transaction's state is unknown, and the server ends it with the connection.
      client.release(true)
      throw error
    }
  }

  /** Before the transaction, since making a partition locks for as long as that lasts. */
  async #makeDays(client: pg.PoolClient, batch: Batch): Promise<void> {
    const days = new Set(batch.flatMap((content) => content.days))
    for (const day of days) {
      if (this.#days.has(day)) continue
      await client.query('select click_day($1::date)', [dateOf(day)])
      this.#days.add(day)
    }
  }
}

type Batch = {
  segment: Segment
  /** Whole lines that the database takes. */
  text: string
  /** The UTC day of each. */
  days: number[]
  unreadable: number
}[]

/** The lines of a file but for a torn last one, whose click got no answer. */
function contentOf(segment: Segment, file: string): Batch[number] {
  const text = file.slice(0, file.lastIndexOf('\n') + 1)
  const days = daysOfLines(text)
  if (days) return { segment, text, days, unreadable: 0 }
  const lines = text.split(/(?<=\n)/)
  const good = lines.filter((line) => daysOfLines(line))
  const left = good.join('')
  return { segment, text: left, days: daysOfLines(left)!, unreadable: lines.length - good.length }
}

async function readSegment(segment: Segment): Promise<string> {
  try {
    return await readFile(segment.path, 'latin1')
  } catch (error) {
    // Loaded already, by this process or one that adopted it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Writes the keys and answers those that were not there: of a file that comes again nothing is loaded. */
async function claim(client: pg.PoolClient, batch: Batch): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `insert into click_segment (key, lines) select * from unnest($1::text[], $2::int[])
     on conflict do nothing returning key`,
    [batch.map(({ segment }) => segment.key), batch.map(({ days }) => days.length)],
  )
  return rows.map((row) => row.key)
}

const temporaryTable = `
  create temporary table if not exists click_line (
    id text, link_id text, visitor text, reason text, country text, device text, referrer_host text, sub_id text
  ) on commit delete rows`

// The hours, and the visitors of shares, are added in one order everywhere, so that two processes that load at once wait and never deadlock.
const insertClicks = `
  with added as (
    insert into click (id, at, link_id, visitor, countable, reason, country, device, referrer_host, sub_id)
    select id, uuid_extract_timestamp(substr(id, 5)::uuid), link_id, decode(visitor, 'hex'), reason is null, reason,
           country, device, referrer_host, sub_id
    from click_line
    on conflict do nothing
    returning link_id, visitor, at, reason
  ), came as (
    insert into link_visitor (link_id, visitor, came_at)
    select a.link_id, a.visitor, min(a.at)
    from added a join link l on l.id = a.link_id and l.kind = 'share'
    where a.reason is null group by 1, 2 order by 1, 2
    on conflict do nothing
  )
  insert into click_hour (link_id, hour, reason, clicks)
  select link_id, date_trunc('hour', at, 'UTC'), coalesce(reason, ''), count(*)
  from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (link_id, hour, reason) do update set clicks = click_hour.clicks + excluded.clicks`

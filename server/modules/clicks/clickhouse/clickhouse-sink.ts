import type { Logger } from 'pino'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { dateOf } from '../click-id.ts'
import { claimBatches, lockBatch, markStored, type ClickBatch } from '../click-batches.ts'
import type { ClickSegment, ClickSink, FindSegment } from '../click-sink.ts'
import { keepQualifiedClicks } from '../qualified-clicks.ts'
import type { ClickHouseConnection } from './clickhouse-connection.ts'

/** For how long ClickHouse surely knows the token of a batch, in milliseconds (tables.ts). */
const tokenMs = 3_600_000

const insertColumns: [string, ...string[]] = [
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

/**
 * Keeps clicks in ClickHouse, and in PostgreSQL what pays by them. PostgreSQL remembers each segment by its key, as it
 * does for its own sink, and with it the batch that the segment belongs to for good; ClickHouse takes a batch once, by
 * its token. Who stores a batch holds its row, so that of two one waits and finds it stored, and who dies lets go of it.
 */
export class ClickHouseSink implements ClickSink {
  readonly #db: Db
  readonly #clickHouse: ClickHouseConnection
  readonly #log: Logger

  constructor(db: Db, clickHouse: ClickHouseConnection, log: Logger) {
    this.#db = db
    this.#clickHouse = clickHouse
    this.#log = log
  }

  async store(segments: ClickSegment[], find: FindSegment): Promise<number> {
    const given = new Map(segments.map((segment) => [segment.key, segment]))
    const findPart: FindSegment = async (key, sequence) => given.get(key) ?? (await find(key, sequence))
    let clicks = 0
    for (const id of await claimBatches(this.#db, segments)) clicks += await this.#storeBatch(id, findPart)
    return clicks
  }

  async #storeBatch(id: string, find: FindSegment): Promise<number> {
    return await inTransaction(this.#db, async (tx) => {
      const batch = await lockBatch(tx, id)
      if (!batch) return 0
      const segments = await this.#partsOf(batch, find)
      const clicks = segments.reduce((sum, { days }) => sum + days.length, 0)
      if (clicks > 0 && !(await this.#hasForgotten(batch, segments)))
        await insertBatch(this.#clickHouse, id, segments)
      await keepQualifiedClicks(tx, segments)
      await markStored(tx, id)
      return clicks
    })
  }

  async #partsOf(batch: ClickBatch, find: FindSegment): Promise<ClickSegment[]> {
    const parts = await Promise.all(batch.parts.map(async ({ key, sequence }) => await find(key, sequence)))
    const segments = parts.filter((part) => part !== null)
    if (segments.length < parts.length)
      this.#log.error(
        { batch: batch.id, missing: parts.length - segments.length },
        'segments of clicks are gone',
      )
    return segments
  }

  /** Whether an old batch is there, whose token ClickHouse may have forgotten. */
  async #hasForgotten({ id, madeAt }: ClickBatch, segments: ClickSegment[]): Promise<boolean> {
    return Date.now() - madeAt.getTime() > tokenMs && (await hasBatch(this.#clickHouse, id, segments))
  }
}

/** Writes the clicks of a batch; nothing where ClickHouse knows its token. */
export async function insertBatch(
  clickHouse: ClickHouseConnection,
  id: string,
  segments: ClickSegment[],
): Promise<void> {
  // The batch takes the place of the network, which stays in PostgreSQL.
  const lines = segments.map(({ text }) => text.replace(/[^\t\n]*\n/g, `${id}\n`)).join('')
  await clickHouse.insert('click', insertColumns, lines, id)
}

/** Whether clicks of a batch are there. */
export async function hasBatch(
  clickHouse: ClickHouseConnection,
  id: string,
  segments: ClickSegment[],
): Promise<boolean> {
  const days = [...new Set(segments.flatMap((segment) => segment.days))].map((day) => `'${dateOf(day)}'`)
  const rows = await clickHouse.rows(
    `select 1 from click where batch = '${id}' and toDate32(at, 'UTC') in (${days.join(', ')}) limit 1`,
  )
  return rows.length > 0
}

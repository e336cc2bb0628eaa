import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import {
  batchesWithText,
  claimBatches,
  keysRetainedDays,
  lockBatch,
  markStored,
  openBatch,
  openBatchesOf,
  setExpiredAside,
  setMissingAside,
  type BatchPart,
  type ClickBatch,
} from '../click-batches.ts'
import { dayOf } from '../click-id.ts'
import { onceByKey, segmentOf, type ClickSegment, type ClickSink, type FindSegment } from '../click-sink.ts'
import { keepQualifiedClicks } from '../qualified-clicks.ts'
import type { ClickHouseConnection } from './clickhouse-connection.ts'
import { clickHouseStore } from './clickhouse-store.ts'
import { insertBatch, insertMissing } from './insert-batch.ts'

/** In one batch at most: ClickHouse takes its clicks of a day as one block. */
const bytesMax = 16_000_000
/** Batches with their clicks themselves that are read at a time. */
const keptAtOnce = 50

/**
 * Keeps clicks in ClickHouse, and in PostgreSQL what pays by them. PostgreSQL remembers each segment by its key, as it
 * does for its own sink, and with it the batch that the segment belongs to; ClickHouse takes a batch once, by its token.
 * Who stores a batch holds its row, so that of two one waits and finds it stored, and who dies lets go of it.
 */
export class ClickHouseSink implements ClickSink {
  readonly #db: Db
  readonly #clickHouse: ClickHouseConnection
  readonly #log: Logger
  #storingKept: Promise<void> | undefined

  /** A connection of `db` is held while ClickHouse takes a batch, so it has to be a pool that nobody else waits for. */
  constructor(db: Db, clickHouse: ClickHouseConnection, log: Logger) {
    this.#db = db
    this.#clickHouse = clickHouse
    this.#log = log
  }

  async store(all: ClickSegment[], find: FindSegment | null): Promise<number> {
    const segments = onceByKey(all)
    if (!find) return await this.#keep(segments)
    const given = new Map(segments.map((segment) => [segment.key, segment]))
    const findPart: FindSegment = async (key, sequence) => given.get(key) ?? (await find(key, sequence))
    let clicks = 0
    for (const some of batchesOf(segments)) {
      const keys = some.map(({ key }) => key)
      // Again, since a part may have been set aside into another batch meanwhile.
      for (
        let ids = await claimBatches(this.#db, some);
        ids.length > 0;
        ids = await openBatchesOf(this.#db, keys)
      )
        for (const id of ids) clicks += await this.#storeBatch(id, findPart)
    }
    return clicks
  }

  /** Stores what has only its batch. Throws where it cannot now. */
  async storeKept(): Promise<void> {
    this.#storingKept ??= this.#storeKept().finally(() => (this.#storingKept = undefined))
    await this.#storingKept
  }

  /** Batches whose every part is gone from a log that keeps them for some days wait no more, and are missing. */
  async setExpiredAside(days: number): Promise<void> {
    const batches = await setExpiredAside(this.#db, { days, fromLog: true })
    if (batches.length > 0)
      this.#log.error({ batches }, 'segments of clicks are missing: the log does not go back so far')
  }

  /** PostgreSQL has them, whatever ClickHouse does now: nobody else would try again. */
  async #keep(segments: ClickSegment[]): Promise<number> {
    await claimBatches(this.#db, segments, { keepText: true })
    this.storeKept().catch((error: unknown) => this.#log.warn({ err: error }, 'clicks wait for ClickHouse'))
    return segments.reduce((sum, { days }) => sum + days.length, 0)
  }

  async #storeKept(): Promise<void> {
    for (let ids = ['']; ids.length > 0;) {
      ids = await batchesWithText(this.#db, keptAtOnce)
      for (const id of ids) await this.#storeBatch(id, async () => null)
    }
  }

  async #storeBatch(id: string, find: FindSegment): Promise<number> {
    const batch = await openBatch(this.#db, id)
    if (!batch) return 0
    // Before the transaction, which is to last no longer than the insert.
    const found = await findParts(batch.parts, find)
    const missing = batch.parts.filter(({ key }) => !found.has(key)).map(({ key }) => key)
    if (missing.length > 0) await this.#setAside(id, missing)
    return await inTransaction(this.#db, async (tx) => {
      const locked = await lockBatch(tx, id)
      // The process that took a part out of it stores the rest.
      if (!locked || locked.parts.some(({ key }) => !found.has(key))) return 0
      const segments = locked.parts.map(({ key }) => found.get(key)!)
      await this.#insert(locked, segments)
      await this.#forgetSubsOfLeavers(tx, segments)
      await keepQualifiedClicks(tx, segments)
      await markStored(tx, locked)
      return segments.reduce((sum, { days }) => sum + days.length, 0)
    })
  }

  /** Committed before the others are stored: a batch is never inserted with parts that are not in it. */
  async #setAside(id: string, missing: string[]): Promise<void> {
    await inTransaction(this.#db, async (tx) => {
      const locked = await lockBatch(tx, id)
      const still = locked?.parts.map(({ key }) => key).filter((key) => missing.includes(key)) ?? []
      // All of them: what was given is no part of it any more.
      if (!locked || still.length === 0 || still.length === locked.parts.length) return
      await setMissingAside(tx, locked, still)
      this.#log.error({ batch: id, missing: still }, 'segments of clicks are missing: they are waited for')
    })
  }

  async #insert(batch: ClickBatch, segments: ClickSegment[]): Promise<void> {
    const mayBeThere =
      batch.mayBeThere || batch.parts.some(({ wasMissing }) => wasMissing) || segments.some(isKeyForgotten)
    await (mayBeThere ? insertMissing : insertBatch)(this.#clickHouse, batch, segments)
  }

  /**
   * Sub-ids of who left while their clicks were on their way here. After the insert: who is still there leaves after it,
   * and finds it.
   */
  async #forgetSubsOfLeavers(tx: Tx, segments: ClickSegment[]): Promise<void> {
    const links = new Set<string>()
    for (const { text } of segments)
      for (const line of text.split('\n')) {
        const [, linkId, , , , , , subId] = line.split('\t')
        if (linkId && subId !== '\\N') links.add(linkId)
      }
    if (links.size === 0) return
    const { rows } = await sql<{ id: string }>`
      select l.id from link l
      where l.id = any (${[...links]}) and not exists (select from member m where m.uid = l.owner_uid)`.execute(
      tx,
    )
    await clickHouseStore(this.#clickHouse).forgetSubs(rows.map(({ id }) => id))
  }
}

function* batchesOf(segments: ClickSegment[]): Generator<ClickSegment[]> {
  let some: ClickSegment[] = []
  let bytes = 0
  for (const segment of segments) {
    if (some.length > 0 && bytes + segment.text.length > bytesMax) {
      yield some
      some = []
      bytes = 0
    }
    some.push(segment)
    bytes += segment.text.length
  }
  if (some.length > 0) yield some
}

/** Whether it may have been stored under a key that is forgotten by now, and so in another batch; ten days too early. */
function isKeyForgotten({ days }: ClickSegment): boolean {
  const known = dayOf(Date.now()) - keysRetainedDays + 10
  return days.some((day) => day < known)
}

async function findParts(parts: BatchPart[], find: FindSegment): Promise<Map<string, ClickSegment>> {
  const found = await Promise.all(
    parts.map(async ({ key, sequence, text }) =>
      text === undefined ? await find(key, sequence) : segmentOf(key, text),
    ),
  )
  return new Map(found.filter((segment) => segment !== null).map((segment) => [segment.key, segment]))
}

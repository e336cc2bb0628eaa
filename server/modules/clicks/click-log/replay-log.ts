import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { storedBatches } from '../click-batches.ts'
import type { ClickSink } from '../click-sink.ts'
import type { ClickHouseConnection } from '../clickhouse/clickhouse-connection.ts'
import { insertLost } from '../clickhouse/insert-batch.ts'
import { clickHouseStore } from '../clickhouse/clickhouse-store.ts'
import type { ClickLog } from './click-log.ts'

/** What came of a replay, in batches. */
export interface Replayed {
  stored: number
  /** ClickHouse had all of them that the log has. */
  there: number
  /** The log does not have all of them: it does not go back so far, or they never were in one. */
  gone: number
}

const page = 100

/**
 * Stores again, in the batches of the first time, what the log still has and ClickHouse has not: an empty one is as it
 * was. Sub-ids of members who left since are taken off again. It can be stopped and run again at any time.
 */
export async function replayLog(
  db: Db,
  log: Pick<ClickLog, 'find'>,
  clickHouse: ClickHouseConnection,
): Promise<Replayed> {
  const replayed: Replayed = { stored: 0, there: 0, gone: 0 }
  for (let after = ''; ;) {
    const batches = await storedBatches(db, { after, limit: page })
    for (const { id, parts } of batches) {
      const found = await Promise.all(parts.map(async ({ key, sequence }) => await log.find(key, sequence)))
      const segments = found.filter((segment) => segment !== null)
      if (segments.length < parts.length) replayed.gone += 1
      if (segments.length === 0) continue
      if (await insertLost(clickHouse, id, segments)) replayed.stored += 1
      else replayed.there += 1
    }
    if (batches.length < page) break
    after = batches.at(-1)!.id
  }
  await forgetSubsOfLeavers(db, clickHouse)
  return replayed
}

/**
 * Stores what the log has and the database does not know of: what it forgot when it was put back. All of the log, since
 * what was published before the backup may have been stored after it. ClickHouse has its clicks already, so it is asked
 * which; what pays by them is written. Answers how many clicks those were. Throws where not all was read.
 */
export async function replayForgotten(log: Pick<ClickLog, 'all' | 'find'>, sink: ClickSink): Promise<number> {
  let clicks = 0
  for await (const segments of log.all()) clicks += await sink.store(segments, log.find)
  return clicks
}

async function forgetSubsOfLeavers(db: Db, clickHouse: ClickHouseConnection): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select l.id from link l where not exists (select from member m where m.uid = l.owner_uid)`.execute(db)
  await clickHouseStore(clickHouse).forgetSubs(rows.map(({ id }) => id))
}

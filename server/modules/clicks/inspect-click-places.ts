import { pino } from 'pino'
import type { ClickPlaces } from '#server/click-settings.ts'
import type { Db } from '#server/platform/database.ts'
import { waitingBatches } from './click-batches.ts'
import { ClickLog } from './click-log/click-log.ts'
import type { ClickLogState } from './click-log/nats-connection.ts'
import { replayForgotten, replayLog, type Replayed } from './click-log/replay-log.ts'
import { ClickHouseConnection } from './clickhouse/clickhouse-connection.ts'
import { ClickHouseSink } from './clickhouse/clickhouse-sink.ts'
import { readFromClickHouse } from './click-storage.ts'

/** What the places of clicks beside the database say of themselves. Throws what is wrong with one. */
export async function inspectClickPlaces(
  places: ClickPlaces,
  db: Db,
): Promise<{
  version: string
  oldestSec: number
  /** Clicks that nobody has had since their batch was begun. */
  missing: number
  /** Why sub-ids of members who left are still there: what ClickHouse says of taking them off; null where it can. */
  cannotForget: string | null
  log: ClickLogState | null
}> {
  return await withPlaces(places, async (clickHouse, log) => ({
    version: await clickHouse.version(),
    ...(await waitingBatches(db)),
    cannotForget: await clickHouse.mutationFailure(),
    log: log && (await log.state()),
  }))
}

/** Stores again what the log of clicks still has and ClickHouse has not. */
export async function replayClicks(places: ClickPlaces, db: Db): Promise<Replayed> {
  return await withPlaces(places, async (clickHouse, log) => {
    return await replayLog(db, requireLog(log), clickHouse)
  })
}

/**
 * Stores what the log of clicks has and a database that was put back to a moment does not know of: how many clicks, and
 * whether the log goes back to that moment.
 */
export async function replayClicksSince(
  places: ClickPlaces,
  db: Db,
  at: Date,
): Promise<{ clicks: number; isComplete: boolean }> {
  return await withPlaces(places, async (clickHouse, given) => {
    const log = requireLog(given)
    const isComplete = await log.goesBackTo(at)
    const sink = new ClickHouseSink(db, clickHouse, pino({ level: 'silent' }))
    return { clicks: await replayForgotten(log, sink), isComplete }
  })
}

/** Throws an Error for people where no log of clicks is set. */
export function requireClickLog({ log }: Pick<ClickPlaces, 'log'>): void {
  if (!log) throw noLog()
}

function requireLog(log: ClickLog | null): ClickLog {
  if (!log) throw noLog()
  return log
}

function noLog(): Error {
  return new Error('There is no log of clicks to replay: NATS_URL is not set')
}

/** Runs `work` with reads of clicks looking beside the database too, where the settings say so. */
export async function withClicksBeside<T>(
  { clickHouseUrl }: ClickPlaces,
  db: Db,
  work: () => Promise<T>,
): Promise<T> {
  if (clickHouseUrl === null) return await work()
  const clickHouse = readFromClickHouse(clickHouseUrl, [db])
  return await work().finally(async () => await clickHouse.close())
}

async function withPlaces<T>(
  places: ClickPlaces,
  work: (clickHouse: ClickHouseConnection, log: ClickLog | null) => Promise<T>,
): Promise<T> {
  const clickHouse = new ClickHouseConnection(places.clickHouseUrl!)
  const log = places.log && new ClickLog(places.log, pino({ level: 'silent' }))
  try {
    return await work(clickHouse, log)
  } finally {
    await log?.close()
    await clickHouse.close()
  }
}

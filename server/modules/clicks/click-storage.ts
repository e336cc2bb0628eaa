import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { ClickPlaces } from '#server/click-settings.ts'
import type { Db } from '#server/platform/database.ts'
import { askOutside } from './ask-outside.ts'
import { ClickLog } from './click-log/click-log.ts'
import type { ClickSink } from './click-sink.ts'
import { ClickHouseConnection } from './clickhouse/clickhouse-connection.ts'
import { ClickHouseSink } from './clickhouse/clickhouse-sink.ts'
import { clickHouseStore } from './clickhouse/clickhouse-store.ts'
import { keepClicksBeside } from './column-store.ts'
import { PostgresSink } from './postgres-sink.ts'

/** Where clicks of this process go. */
export interface ClickStorage {
  /** Takes them from the spool. */
  sink: ClickSink
  /** The log before ClickHouse, where there is one. */
  log: ClickLog | null
  clickHouse: ClickHouseConnection | null
  /** Where there is a log: has its clicks stored by this process. */
  work(): void
  /**
   * Stores what only the database has, and its place does not yet, and gives up what nobody has any more; each process
   * may. Throws where it cannot now.
   */
  storeKept(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens it by the settings; reads of clicks by `databases` look there too. What is stored is written by `pool`, the
 * sink's own.
 */
export function openClickStorage(
  places: ClickPlaces,
  { pool, databases, log }: { pool: pg.Pool; databases: readonly Db[]; log: Logger },
): ClickStorage {
  if (places.clickHouseUrl === null)
    return {
      sink: new PostgresSink(pool),
      log: null,
      clickHouse: null,
      work: () => {},
      storeKept: async () => {},
      close: async () => {},
    }
  const clickHouse = readFromClickHouse(places.clickHouseUrl, databases)
  const store = new ClickHouseSink(new Kysely({ dialect: new PostgresDialect({ pool }) }), clickHouse, log)
  const clickLog = places.log && new ClickLog(places.log, log)
  return {
    sink: clickLog ?? store,
    log: clickLog,
    clickHouse,
    work: () => clickLog?.work(store),
    storeKept: async () => {
      if (places.log) await store.setExpiredAside(places.log.days)
      await store.storeKept()
    },
    close: async () => {
      await clickLog?.close()
      await clickHouse.close()
    },
  }
}

/** Has reads of clicks by databases look into a ClickHouse too. */
export function readFromClickHouse(url: string, databases: readonly Db[]): ClickHouseConnection {
  const clickHouse = new ClickHouseConnection(url)
  const store = askOutside(clickHouseStore(clickHouse))
  for (const database of databases) keepClicksBeside(database, store)
  return clickHouse
}

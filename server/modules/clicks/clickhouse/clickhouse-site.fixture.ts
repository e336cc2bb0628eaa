import { openDatabase, type Db } from '#server/platform/database.ts'
import { TestClickHouse } from '#testing/clickhouse.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { someId } from '#testing/links.ts'
import { clickCounts } from '../click-queries.ts'
import { segmentOf, type ClickSegment } from '../click-sink.ts'
import { lineOf, removeDir, silent } from '../click-stores.fixture.ts'
import { keepClicksBeside } from '../column-store.ts'
import { ClickHouseConnection } from './clickhouse-connection.ts'
import { ClickHouseSink } from './clickhouse-sink.ts'
import { clickHouseStore } from './clickhouse-store.ts'

/** A ClickHouse and a database beside it. */
export interface ClickHouseSite {
  server: TestClickHouse
  clickHouse: ClickHouseConnection
  database: TestDatabase
  /** For what the product's role may not. */
  owner: Db
  sink: ClickHouseSink
  /** Of a process for which ClickHouse is away. */
  failing: ClickHouseSink
  /** How many clicks of a link there are, by the clicks and by the statistics. */
  countOf(linkId: string): Promise<number[]>
  close(): Promise<void>
}

/** Opens one of its own. */
export async function openClickHouseSite(): Promise<ClickHouseSite> {
  const [server, database] = await Promise.all([TestClickHouse.start(), createTestDatabase()])
  const clickHouse = new ClickHouseConnection(server.url)
  const owner = openDatabase({ url: database.url, poolSize: 1 })
  keepClicksBeside(database.db, clickHouseStore(clickHouse))
  return {
    server,
    clickHouse,
    database,
    owner,
    sink: new ClickHouseSink(database.db, clickHouse, silent),
    failing: new ClickHouseSink(database.db, new ClickHouseConnection('http://127.0.0.1:9/none'), silent),
    countOf: async (linkId) => {
      const [row] = await clickHouse.rows<{ clicks: number }>(
        `select count() as clicks from click where link_id = '${linkId}'`,
      )
      return [row!.clicks, (await clickCounts(database.db, [linkId])).get(linkId)!.clicks]
    },
    close: async () => {
      removeDir()
      await clickHouse.close()
      await owner.destroy()
      await Promise.all([server.kill(), database.drop()])
    },
  }
}

/** Has none of the segments that it is asked for. */
export const nobody = async () => null

/** A segment with a click at each moment. */
export function segment(linkId: string, ...atMs: number[]): ClickSegment {
  return segmentOf(someId('key').slice(4), atMs.map((at) => lineOf({ linkId, atMs: at })).join(''))
}

/** Its lines, each with its line feed. */
export const linesOf = ({ text }: ClickSegment) => text.split(/(?<=\n)/)

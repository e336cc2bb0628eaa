import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import type { ClickReason } from '#rules/click-verdict.ts'
import { openPool, type Db } from '#server/platform/database.ts'
import { TestClickHouse } from '#testing/clickhouse.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { someId } from '#testing/links.ts'
import { askOutside } from './ask-outside.ts'
import { newClickId } from './click-id.ts'
import { clickLine, type SpooledClick } from './click-line.ts'
import type { ClickSink } from './click-sink.ts'
import type { Segment } from './click-spool.ts'
import { ClickHouseConnection } from './clickhouse/clickhouse-connection.ts'
import { ClickHouseSink } from './clickhouse/clickhouse-sink.ts'
import { clickHouseStore } from './clickhouse/clickhouse-store.ts'
import { keepClicksBeside } from './column-store.ts'
import { PostgresSink } from './postgres-sink.ts'

export const noon = Date.UTC(2031, 2, 14, 12)
export const quarterMs = 900_000
export const silent = pino({ level: 'silent' })
export const dir = mkdtempSync(join(tmpdir(), 'crels-store-'))
export const removeDir = () => rmSync(dir, { recursive: true, force: true })

/** A place for clicks, empty, and a database beside it. */
export interface Site {
  database: TestDatabase
  /** Sinks of two processes. */
  sinks: ClickSink[]
  close(): Promise<void>
}

/** Each kind that there is. */
export const stores: Record<string, () => Promise<Site>> = {
  PostgreSQL: async () => {
    const database = await createTestDatabase()
    const pools: pg.Pool[] = [1, 2].map(() => openPool({ url: database.url, asApp: true, poolSize: 1 }))
    return {
      database,
      sinks: pools.map((pool) => new PostgresSink(pool)),
      close: async () => {
        for (const pool of pools) await pool.end()
        await database.drop()
      },
    }
  },
  ClickHouse: async () => {
    const [database, server] = await Promise.all([createTestDatabase(), TestClickHouse.start()])
    const clickHouse = new ClickHouseConnection(server.url)
    keepClicksBeside(database.db, askOutside(clickHouseStore(clickHouse)))
    return {
      database,
      sinks: [1, 2].map(() => new ClickHouseSink(database.db, clickHouse, silent)),
      close: async () => {
        await clickHouse.close()
        await server.kill()
        await database.drop()
      },
    }
  },
}

export interface SomeLink {
  linkId: string
  uid: string
  enrolmentId: string
  campaignId: string
}

/** A link of an enrolment of its own, unless another is given. */
export async function linkRow(
  db: Db,
  given: Partial<SomeLink> & {
    kind?: 'tracking' | 'deep' | 'share'
    paysClicks?: boolean
    /** Its member is no more. */
    hasLeft?: boolean
  } = {},
): Promise<SomeLink> {
  const { kind = 'tracking', paysClicks = false, hasLeft = false } = given
  const link = {
    linkId: given.linkId ?? someId('lnk'),
    uid: given.uid ?? someId('usr'),
    enrolmentId: given.enrolmentId ?? someId('enr'),
    campaignId: given.campaignId ?? someId('cmp'),
  }
  await sql`
    insert into link (id, code, kind, owner_uid, enrolment_id, campaign_id, destination_url, pays_clicks)
    values (${link.linkId}, ${link.linkId.slice(4)}, ${kind}, ${link.uid}, ${link.enrolmentId}, ${link.campaignId},
            'https://brand.example/shop', ${paysClicks})`.execute(db)
  if (!hasLeft)
    await sql`
      insert into member (uid, iss, sub, party, short_id, email)
      values (${link.uid}, 'test', ${link.uid}, ${someId('pty')}, ${someId('x').slice(2, 14)}, ${`${link.uid}@example.com`})
      on conflict (uid) do nothing`.execute(db)
  return link
}

/** A click of a visitor of its own. */
export function someClick(linkId: string, atMs: number, reason: ClickReason | null = null): SpooledClick {
  const visitor = someId('x').slice(2)
  return {
    clickId: newClickId(atMs),
    linkId,
    visitor,
    reason,
    country: null,
    device: 'desktop',
    referrerHost: null,
    subId: null,
  }
}

/** Its line. */
export function lineOf({
  linkId,
  reason,
  atMs = noon,
}: {
  linkId: string
  reason?: ClickReason | null
  atMs?: number
}): string {
  return clickLine(someClick(linkId, atMs, reason ?? null))
}

/** The same line of another click. */
export function withNewId(line: string): string {
  return newClickId(noon) + line.slice(line.indexOf('\t'))
}

/** A spool file in `dir`. */
export function writeSegment(lines: string[]): Segment {
  const key = `m0${someId('x').slice(2, 8)}-${someId('x').slice(2, 18)}-00000001`
  const path = join(dir, `${key}.log`)
  // Another file of tests may have removed it.
  mkdirSync(dir, { recursive: true })
  writeFileSync(path, lines.join(''))
  return { key, path }
}

/** A segment as another process has it, which the removal of the first does not take away. */
export function copyOf({ key, path }: Segment): Segment {
  const folder = mkdtempSync(join(dir, 'copy-'))
  copyFileSync(path, join(folder, `${key}.log`))
  return { key, path: join(folder, `${key}.log`) }
}

import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Countries } from '#server/platform/country.ts'
import { openNetworkKinds } from '#server/platform/networks/network-kinds.ts'
import { openPool, type DatabaseOptions, type Db } from '#server/platform/database.ts'
import type { Listener } from '#server/platform/listener.ts'
import type { ClickPlaces } from '#server/click-settings.ts'
import type { DatabaseHealth } from '#server/platform/database-health.ts'
import { dayOf, newClickId } from './click-id.ts'
import { clickLine, type SpooledClick } from './click-line.ts'
import { ClickPump, type ClickProgress } from './click-pump.ts'
import { openClickStorage, type ClickStorage } from './click-storage.ts'
import { LinkCache } from './link-cache.ts'
import { ClickLoader } from './load-clicks.ts'
import { makeDays } from './postgres-sink.ts'
import { VisitRecorder, type DayVisitor, type Visit, type VisitRequest } from './record-visit.ts'
import { VisitorSalts } from './visitor-salts.ts'
import { WaitingClicks } from './waiting-clicks.ts'
import type { CachedLink } from './link-cache.ts'

export interface ClickPathDeps {
  db: Db
  login: Pick<DatabaseOptions, 'url' | 'isLogin' | 'asApp'>
  clock: Clock
  countries: Countries
  listener: Listener
  /** Every database that clicks are read by. */
  reads: { databases: readonly Db[] }
  clickPlaces: ClickPlaces
  databaseHealth: DatabaseHealth
  /** The spool is its folder `clicks`. */
  dataDir: string
  log: Logger
  /** How long a redirect waits for the database, where the folder does not take its click. */
  directClickWaitMs: number | undefined
}

/** Everything between a visit and its row in the database, in this process. */
export interface ClickPath {
  /** Short links by code, in memory. */
  links: Pick<LinkCache, 'get' | 'read'>
  /** Writes a visit down, and then it may be answered; without a click's id where nothing took it. */
  record(link: CachedLink, request: VisitRequest): Promise<Visit>
  /** Writes down a visit of the past, for a history that is loaded afterwards; answers the click's id. */
  recordPast(visit: PastVisit): string
  /** Makes room for visits of the past where the database has none yet, as their load would. */
  prepareDays(moments: readonly Date[]): Promise<void>
  /** The visitor a request would be as a visit now; null where its address says nothing. */
  visitorOf(request: Pick<VisitRequest, 'headers' | 'ip'>): DayVisitor | null
  /** Loads every click answered so far by this process. Throws when the database does not take them. */
  flush(): Promise<void>
  /** Throws where the folder of clicks takes none. */
  probe(): void
  /**
   * How many clicks went past the folder to the database, in time and too late for their redirect, and how many nowhere.
   */
  counts(): Readonly<{ direct: number; late: number; lost: number }>
  /** How many clicks this process took and loaded, and for how long the oldest waits. */
  progress(): ClickProgress
  /** When the oldest click was made that is answered and waits for ClickHouse; null where none does, or it is not set. */
  oldestWaitingAt(): Promise<Date | null>
  /** Has every process on the database load what it answered so far, and what dead ones left it. Returns at once. */
  gather(): Promise<void>
  /**
   * Takes over what dead processes left behind, and goes on doing so. Throws where clicks are in a ClickHouse that is
   * not set.
   */
  start(): Promise<void>
  /** Where clicks go from the spool. */
  storage: ClickStorage
  /** Loads what it can and stops. Call it when nothing is answered any more. */
  close(): Promise<void>
}

/** A visit as it was judged in its time. */
export type PastVisit = Omit<SpooledClick, 'clickId' | 'network'> & { at: Date }

/**
 * Connections for clicks. Two may be held for as long as a ClickHouse that hangs is waited for, by the segments of files
 * or of the log and by those that the database keeps for it. By the third redirects go to the database while the folder
 * refuses clicks.
 */
export const clickPoolSize = 3

/** How often the files of processes that died beside this one, and the day's salts, are seen to. */
const tendEveryMs = 60_000

/** Opens the click path. Nothing touches the database or the disk before a visit or `start`. */
export async function openClickPath(deps: ClickPathDeps): Promise<ClickPath> {
  const { db, clock, log } = deps
  const links = new LinkCache(db)
  deps.listener.on(
    'link',
    (code) => links.forget(code),
    () => links.doubt(),
  )
  // Not of the main pool: a copy that takes its time takes no connection from people who wait.
  const pool = openPool({
    ...deps.login,
    poolSize: clickPoolSize,
    name: 'crels clicks',
    databaseHealth: deps.databaseHealth,
  })
  const storage = openClickStorage(deps.clickPlaces, { pool, databases: deps.reads.databases, log })
  const waiting = new WaitingClicks(db, storage, clock)
  const loader = new ClickLoader(storage.sink, log)
  const pump = new ClickPump(join(deps.dataDir, 'clicks'), loader, log, deps.directClickWaitMs)
  deps.databaseHealth.onBack(() => pump.loadSoon())
  const gather = async () => {
    await pump.adopt()
    await pump.flush()
  }
  let gathering: Promise<void> | undefined
  // A failure is logged: the caller asks again, and the next load comes a moment later in any case.
  const asked = () =>
    void (gathering ??= gather()
      .catch(() => {})
      .finally(() => (gathering = undefined)))
  deps.listener.on('clicks', asked, () => {})
  const salts = new VisitorSalts(db, clock, log)
  deps.databaseHealth.onBack(() => void salts.refresh())
  const recorder = new VisitRecorder({
    clock,
    salts,
    countries: deps.countries,
    networks: openNetworkKinds(),
    append: async (line) => await pump.append(line),
  })

  const storeKept = async () =>
    await storage
      .storeKept()
      .catch((error: unknown) => log.warn({ err: error }, 'clicks wait for ClickHouse'))
  const tend = async () => void (await Promise.all([salts.refresh(), pump.adopt(), storeKept()]))
  let tending: NodeJS.Timeout | undefined
  return {
    links,
    record: async (link, request) => await recorder.record(link, request),
    recordPast: ({ at, ...visit }) => {
      const clickId = newClickId(at.getTime())
      pump.appendNow(clickLine({ ...visit, clickId }))
      return clickId
    },
    prepareDays: async (moments) =>
      await makeDays(
        pool,
        moments.map((at) => dayOf(at.getTime())),
      ),
    visitorOf: (request) => recorder.visitorOf(request),
    flush: async () => await pump.flush(),
    probe: () => pump.probe(),
    counts: () => pump.counts,
    progress: () => pump.progress(),
    oldestWaitingAt: async () => await waiting.oldestAt(),
    gather: async () => void (await pool.query(`select pg_notify('clicks', '')`)),
    start: async () => {
      if (deps.clickPlaces.clickHouseUrl === null) await refuseWithoutClickHouse(db)
      tending ??= setInterval(() => void tend(), tendEveryMs).unref()
      await tend()
    },
    storage,
    close: async () => {
      clearInterval(tending)
      await pump.close()
      await storage.close()
      await pool.end()
    },
  }
}

/** Reports for clicks that only ClickHouse has would be answered as for none, and nobody be paid. */
async function refuseWithoutClickHouse(db: Db): Promise<void> {
  // While the database is away, nothing is known and nothing is answered.
  const found = await sql`select from click_batch limit 1`.execute(db).catch(() => null)
  if (found && found.rows.length > 0)
    throw new Error('Clicks of this database are in a ClickHouse: set CLICKHOUSE_URL (docs/scaling.md)')
}

import { openDatabase, type Db } from '#server/platform/database.ts'
import { sql } from 'kysely'
import { hasClickHouse, TestClickHouse } from '../clickhouse.ts'
import { runCommand } from '../commands.ts'
import { freePort } from '../free-port.ts'
import { Part } from '../kill-run/part.ts'
import { errorsOf, underLoad, untilReady, type Site } from '../kill-run/site.ts'
import { hasNats, TestNats } from '../nats.ts'
import { pgbouncer, startPooler, type Pooler } from '../pooler.ts'
import { closedLater, temporaryDataDir } from '../processes.ts'
import { hasRedis, TestRedis } from '../redis.ts'
import { copyAsStandby } from '../standby.ts'
import { startStoppablePostgres, type StoppablePostgres } from '../stoppable-postgres.ts'
import { ClicksInClickHouse } from './clicks-in-clickhouse.ts'

/** What is not on this machine, by the names of what it comes from. */
export const missingParts: string[] = [
  ...(pgbouncer ? [] : ['pgbouncer']),
  ...(hasRedis ? [] : ['redis-server']),
  ...(hasNats ? [] : ['nats-server']),
  ...(hasClickHouse ? [] : ['ClickHouse’s engine (npm ci --prefix testing/click-store)']),
]

/** What is beside the processes of Crels. */
interface Servers {
  primary: StoppablePostgres
  replica: StoppablePostgres
  pooler: Pooler
  redis: TestRedis
  nats: TestNats
  clickHouse: TestClickHouse
}

/** What goes wrong with a part, and how it ends. */
export interface Fault {
  /** As it is told. */
  name: string
  away(): Promise<unknown>
  back(): Promise<unknown>
}

/** All that Crels knows to use, each in its own process: two that serve, two that work, and the servers they need. */
export class AllParts implements Site {
  readonly dataDir = temporaryDataDir()
  readonly settings: Record<string, string>
  readonly origins: string[]
  readonly clicksBeside: ClicksInClickHouse
  readonly redis: TestRedis
  readonly #servers: Servers
  readonly #serving: Part[]
  readonly #working: Part[]

  private constructor(servers: Servers, ports: string[], DATABASE_URL: string) {
    this.#servers = servers
    this.redis = servers.redis
    this.clicksBeside = new ClicksInClickHouse(servers.clickHouse)
    this.origins = ports.map((port) => `http://127.0.0.1:${port}`)
    this.settings = {
      ...underLoad,
      DEMO_DATA: 'false',
      // What is limited by the minute is counted in Redis.
      RATE_LIMIT: 'true',
      PUBLIC_ORIGIN: this.origins[0]!,
      DATABASE_URL,
      DATABASE_DIRECT_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: servers.replica.url,
      DATABASE_REPLICA_LAG_SECONDS: '3',
      REDIS_URL: servers.redis.url,
      NATS_URL: servers.nats.urls.join(','),
      CLICKHOUSE_URL: servers.clickHouse.url,
      DATA_DIR: this.dataDir,
    }
    this.#serving = ports.map((port) => Part.serving(this.settings, port))
    this.#working = [Part.working(this.settings), Part.working(this.settings)]
  }

  /** Starts the servers; `start` starts the processes. */
  static async at(): Promise<AllParts> {
    const [primary, redis, nats, clickHouse] = await Promise.all([
      startStoppablePostgres(),
      TestRedis.start(),
      TestNats.start(1),
      TestClickHouse.start(),
    ])
    closedLater(async () => {
      await Promise.all([redis.kill(), nats.stop(), clickHouse.kill()])
      await primary.remove()
    })
    // The pooler lets in who knows a password.
    const password = 'of the owner'
    const url = new URL(primary.url)
    url.password = password
    const owner = openDatabase({ url: primary.url, poolSize: 1 })
    await sql
      .raw(`alter role ${url.username} password '${password}'`)
      .execute(owner)
      .finally(async () => await owner.destroy())
    const pooler = await startPooler(url.href, 'transaction', { poolSize: 10 })
    const fill = async (dataDir: string) => await copyAsStandby(primary.url, dataDir, 'reader')
    const replica = await startStoppablePostgres(undefined, fill)
    closedLater(replica.remove)
    const ports = [String(await freePort()), String(await freePort())]
    const site = new AllParts({ primary, replica, pooler, redis, nats, clickHouse }, ports, pooler.url)
    const { status, stderr } = await runCommand(['migrate'], site.settings)
    if (status !== 0) throw new Error(`crels migrate ended with ${status}: ${stderr}`)
    return site
  }

  /** Each part, killed and started again, and what else becomes of some. */
  faults(): Fault[] {
    const { primary, replica, pooler, redis, nats, clickHouse } = this.#servers
    const part = (name: string, one: Part): Fault => ({
      name,
      away: async () => await one.kill(),
      back: async () => await one.start(),
    })
    const [http, worker] = [this.#serving, this.#working]
    return [
      part('first http process', http[0]!),
      part('second http process', http[1]!),
      part('first worker', worker[0]!),
      part('second worker', worker[1]!),
      { name: 'PostgreSQL, primary', away: primary.crash, back: primary.start },
      { name: 'PostgreSQL, replica', away: replica.crash, back: replica.start },
      { name: 'PgBouncer', away: pooler.kill, back: pooler.start },
      { name: 'Redis', away: async () => await redis.kill(), back: async () => await redis.start() },
      { name: 'Redis, wiped', away: async () => await redis.wipe(), back: async () => {} },
      { name: 'NATS', away: async () => await nats.kill(0), back: async () => await nats.start(0) },
      {
        name: 'ClickHouse',
        away: async () => await clickHouse.kill(),
        back: async () => await clickHouse.start(),
      },
    ]
  }

  async strike(): Promise<void> {
    throw new Error('What goes wrong here are its faults')
  }

  async start(): Promise<void> {
    await Promise.all(this.#parts.map(async (part) => await part.start()))
    await untilReady(this)
  }

  async startAndKill(): Promise<void> {
    throw new Error('Starts are killed in the kill run')
  }

  async openBooks(poolSize = 1): Promise<Db> {
    return openDatabase({ url: this.#servers.primary.url, poolSize, name: 'all parts' })
  }

  get startsMs(): number[] {
    return this.#parts.flatMap(({ startsMs }) => startsMs)
  }

  loggedErrors(): Record<string, number> {
    return errorsOf(this.#parts.flatMap(({ programs }) => programs))
  }

  get #parts(): Part[] {
    return [...this.#serving, ...this.#working]
  }
}

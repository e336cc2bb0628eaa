import { openDatabase, type Db } from '#server/platform/database.ts'
import { runCommand } from '../commands.ts'
import { freePort } from '../free-port.ts'
import { askServer } from '../ask-server.ts'
import { startHaproxy, startRole } from '../haproxy.ts'
import { closedLater, temporaryDataDir } from '../processes.ts'
import { copyAsStandby, requireStandby } from '../standby.ts'
import { startStoppablePostgres, type StoppablePostgres } from '../stoppable-postgres.ts'
import { Part } from './part.ts'
import { errorsOf, underLoad, untilReady, type Site } from './site.ts'

/** A process that serves and one that works, behind HAProxy with a primary and its synchronous standby (deploy/ha). */
export class TwoServers implements Site {
  readonly dataDir = temporaryDataDir()
  readonly settings: Record<string, string>
  readonly origins: string[]
  /** The primary of the beginning. */
  readonly former: StoppablePostgres
  readonly second: StoppablePostgres
  #leader: StoppablePostgres
  readonly #parts: Part[]

  private constructor(servers: Servers, port: string) {
    this.former = servers.former
    this.second = servers.second
    this.#leader = servers.former
    this.origins = [`http://127.0.0.1:${port}`]
    this.settings = {
      ...underLoad,
      DEMO_DATA: 'false',
      PUBLIC_ORIGIN: this.origins[0]!,
      DATABASE_URL: servers.url,
      DATA_DIR: this.dataDir,
    }
    this.#parts = [Part.serving(this.settings, port), Part.working(this.settings)]
  }

  /** Starts the servers; `start` starts the processes. */
  static async at(): Promise<TwoServers> {
    const former = await startStoppablePostgres()
    closedLater(former.remove)
    const fill = async (dataDir: string) => await copyAsStandby(former.url, dataDir, 'second')
    const second = await startStoppablePostgres(undefined, fill)
    closedLater(second.remove)
    await requireStandby(former.url, 'second')
    let site: TwoServers | undefined
    const leads = (server: StoppablePostgres) => server === (site ? site.#leader : former)
    const behind = async (server: StoppablePostgres) => ({
      at: new URL(server.url).host,
      role: await startRole(server.url, () => leads(server)),
    })
    const url = new URL(former.url)
    url.port = String(await startHaproxy([await behind(former), await behind(second)]))
    site = new TwoServers({ former, second, url: url.href }, String(await freePort()))
    const { status, stderr } = await runCommand(['migrate'], { ...site.settings, DATABASE_URL: former.url })
    if (status !== 0) throw new Error(`crels migrate ended with ${status}: ${stderr}`)
    return site
  }

  /** The standby takes the place of the primary, which is not asked. */
  async promote(): Promise<void> {
    this.#leader = this.second
    await askServer(this.second.url, 'select pg_promote()')
  }

  async strike(): Promise<void> {
    throw new Error('What goes wrong here is its test’s')
  }

  async start(): Promise<void> {
    await Promise.all(this.#parts.map(async (part) => await part.start()))
    await untilReady(this)
  }

  async startAndKill(): Promise<void> {
    throw new Error('Starts are killed in the kill run')
  }

  /** Of the server that leads, past HAProxy. */
  async openBooks(poolSize = 1): Promise<Db> {
    return openDatabase({ url: this.#leader.url, poolSize, name: 'two servers' })
  }

  get startsMs(): number[] {
    return this.#parts.flatMap(({ startsMs }) => startsMs)
  }

  loggedErrors(): Record<string, number> {
    return errorsOf(this.#parts.flatMap(({ programs }) => programs))
  }
}

interface Servers {
  former: StoppablePostgres
  second: StoppablePostgres
  /** Through HAProxy. */
  url: string
}

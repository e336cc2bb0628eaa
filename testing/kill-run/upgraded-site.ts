import { openDatabase, type Db } from '#server/platform/database.ts'
import { freePort } from '../free-port.ts'
import { closedLater, startProgram, temporaryDataDir } from '../processes.ts'
import { startStoppablePostgres, type StoppablePostgres } from '../stoppable-postgres.ts'
import { Part } from './part.ts'
import { errorsOf, underLoad, untilReady, type Site } from './site.ts'

/** Two processes that serve and one that works, of an earlier version, each of which this checkout's code replaces. */
export class UpgradedSite implements Site {
  readonly dataDir = temporaryDataDir()
  readonly settings: Record<string, string>
  readonly origins: string[]
  readonly parts: Part[]
  readonly #database: StoppablePostgres

  readonly commandsFrom: string

  private constructor(database: StoppablePostgres, oldRoot: string, ports: string[]) {
    this.commandsFrom = oldRoot
    this.#database = database
    this.origins = ports.map((port) => `http://127.0.0.1:${port}`)
    this.settings = {
      ...underLoad,
      DEMO_DATA: 'false',
      PUBLIC_ORIGIN: this.origins[0]!,
      DATABASE_URL: database.url,
      DATA_DIR: this.dataDir,
    }
    this.parts = [...ports.map((port) => Part.serving(this.settings, port)), Part.working(this.settings)]
    for (const part of this.parts) part.whereabouts = { cwd: oldRoot }
  }

  /** A database with the schema of the version in `oldRoot`; `start` starts the processes. */
  static async at(oldRoot: string): Promise<UpgradedSite> {
    const database = await startStoppablePostgres()
    closedLater(database.remove)
    const ports = [String(await freePort()), String(await freePort())]
    const site = new UpgradedSite(database, oldRoot, ports)
    await site.crels(['migrate'], oldRoot)
    return site
  }

  /** Runs a command of this checkout or of another beside the site; throws with what it said where it failed. */
  async crels(args: string[], cwd?: string): Promise<string> {
    const command = [process.execPath, 'server/cli.ts', ...args]
    const where = cwd === undefined ? {} : { cwd }
    const { status, stdout, stderr } = await startProgram(command, this.settings, undefined, where).ended
    if (status !== 0) throw new Error(`crels ${args.join(' ')} ended with ${status}: ${stderr}`)
    return stdout
  }

  /** Ends a process of the earlier version; its next life is of this checkout. */
  async replace(part: Part): Promise<void> {
    await part.retire()
    part.whereabouts = {}
  }

  async strike(): Promise<void> {
    throw new Error('What goes wrong here is its test’s')
  }

  async start(): Promise<void> {
    await Promise.all(this.parts.map(async (part) => await part.start()))
    await untilReady(this)
  }

  async startAndKill(): Promise<void> {
    throw new Error('Starts are killed in the kill run')
  }

  async openBooks(poolSize = 1): Promise<Db> {
    return openDatabase({ url: this.#database.url, poolSize, name: 'upgraded site' })
  }

  get startsMs(): number[] {
    return this.parts.flatMap(({ startsMs }) => startsMs)
  }

  loggedErrors(): Record<string, number> {
    return errorsOf(this.parts.flatMap(({ programs }) => programs))
  }
}

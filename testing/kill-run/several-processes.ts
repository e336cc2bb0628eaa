import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { clockOff } from '../clock-off.ts'
import { runCommand } from '../commands.ts'
import { freePort } from '../free-port.ts'
import { closedLater, startProgram, temporaryDataDir } from '../processes.ts'
import { mountSmallDisk, whyNoSmallDisk, type SmallDisk } from '../small-disk.ts'
import { copyAsStandby } from '../standby.ts'
import { startStoppablePostgres, type StoppablePostgres } from '../stoppable-postgres.ts'
import type { Chance } from './chance.ts'
import { killBackend, untilClicksLoad, untilEarningsUnlock } from './moments.ts'
import { restoreOldBackup } from './old-backup.ts'
import { Part } from './part.ts'
import type { Target } from './plan.ts'
import { ReplicaLapses, staleReadsAt } from './replica-lapses.ts'
import { errorsOf, killStopping, startsWithinMs, underLoad, untilReady, within, type Site } from './site.ts'

/** How old what a replica answers may be. */
const replicaLagSec = 3

/** Processes that serve and one that works, on one data directory, behind a PostgreSQL that outlives them. */
export class SeveralProcesses implements Site {
  readonly dataDir: string
  readonly #disks: Disks | undefined
  readonly settings: Record<string, string>
  readonly origins: string[]
  readonly #database: StoppablePostgres
  readonly #lapses: ReplicaLapses
  readonly #serving: Part[]
  readonly #worker: Part
  readonly #others: Part[] = []

  private constructor(
    {
      database,
      replica,
      disks,
    }: { database: StoppablePostgres; replica: StoppablePostgres; disks?: Disks | undefined },
    ports: string[],
    settings: Record<string, string>,
  ) {
    this.#database = database
    this.#disks = disks
    this.dataDir = disks?.data.dir ?? temporaryDataDir()
    this.origins = ports.map((port) => `http://127.0.0.1:${port}`)
    this.#lapses = new ReplicaLapses(
      { primary: database, replica },
      { origins: this.origins, ageMaxMs: replicaLagSec * 1_000 },
    )
    // People know one address, whichever process answers them.
    const PUBLIC_ORIGIN = this.origins[0]!
    this.settings = {
      ...settings,
      PUBLIC_ORIGIN,
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URLS: replica.url,
      DATABASE_REPLICA_LAG_SECONDS: String(replicaLagSec),
      DATA_DIR: this.dataDir,
    }
    this.#serving = ports.map((port) => Part.serving(this.settings, port))
    this.#worker = Part.working(this.settings)
  }

  /** A migrated database with a replica, an empty data directory, and a free port for each of the processes that serve. */
  static async at(settings: Record<string, string>, serving: number): Promise<SeveralProcesses> {
    const disks = mountDisks()
    const database = await startStoppablePostgres(disks?.database.dir)
    closedLater(database.remove)
    for (const disk of Object.values(disks ?? {})) closedLater(async () => disk.remove())
    const fill = async (dataDir: string) => await copyAsStandby(database.url, dataDir, 'reader')
    const replica = await startStoppablePostgres(undefined, fill)
    closedLater(replica.remove)
    const ports: string[] = []
    while (ports.length < serving) ports.push(String(await freePort()))
    const site = new SeveralProcesses({ database, replica, disks }, ports, { ...underLoad, ...settings })
    const { status, stderr } = await runCommand(['migrate'], site.settings)
    if (status !== 0) throw new Error(`crels migrate ended with ${status}: ${stderr}`)
    return site
  }

  async strike(target: Target, chance: Chance): Promise<void> {
    await this.#strikes[target](chance)
  }

  async start(): Promise<void> {
    await Promise.all(this.#parts.map(async (part) => await part.start()))
  }

  async startAndKill(afterMs: number): Promise<void> {
    const dead = this.#parts.filter(({ isAlive }) => !isAlive)
    for (const part of dead) part.launch()
    if (dead.length > 0) await sleep(afterMs)
    await Promise.all(dead.map(async (part) => await part.kill()))
  }

  get startsMs(): number[] {
    return this.#parts.flatMap(({ startsMs }) => startsMs)
  }

  async openBooks(poolSize = 1): Promise<Db> {
    return openDatabase({ url: this.#database.url, poolSize, name: 'kill run' })
  }

  async staleReads(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const origin of this.origins)
      for (const [name, count] of Object.entries(await staleReadsAt(origin)))
        counts[name] = (counts[name] ?? 0) + count
    return counts
  }

  loggedErrors(): Record<string, number> {
    return errorsOf([...this.#parts, ...this.#others].flatMap(({ programs }) => programs))
  }

  readonly #strikes: Record<Target, (chance: Chance) => Promise<void>> = {
    server: async (chance) => await chance.pick(this.#serving).kill(),
    // The database is not the site's: it lives through its crash and start.
    postmaster: async (chance) => {
      await this.#database.crash()
      await sleep(chance.between(0, 1_500))
      await this.#database.start()
      await untilReady(this)
    },
    'database process': async () => {
      await killBackend(this)
      await sleep(300)
      await untilReady(this)
    },
    both: async () => void (await Promise.all(this.#parts.map(async (part) => await part.kill()))),
    loading: async (chance) => {
      await untilClicksLoad(this)
      await chance.pick(this.#serving).kill()
    },
    unlocking: async (chance) => {
      await untilEarningsUnlock(this, chance)
      await this.#worker.kill()
    },
    stopping: async (chance) => {
      const part = chance.pick(this.#parts)
      await killStopping(part.program, chance)
      part.hasEnded()
    },
    worker: async (chance) => {
      await this.#worker.kill()
      await sleep(chance.between(500, 4_000))
    },
    // What is due is said by the database's clock, not by a machine's.
    'wrong clock': async (chance) => {
      await this.#worker.kill()
      const days = chance.pick([-400, -2, 2, 40])
      const other = Part.working(this.settings, ['--import', clockOff(days)])
      this.#others.push(other)
      await other.start()
      await untilEarningsUnlock(this, chance)
      await other.kill()
    },
    'wrong secret': async () => {
      const other = { SECRET: 'w'.repeat(40), PORT: String(await freePort()) }
      const program = startProgram([process.execPath, 'server/http.ts'], { ...this.settings, ...other })
      const { status, stderr } = await within(startsWithinMs, 'end by a wrong SECRET', program.ended)
      if (status !== 1 || !stderr.includes('SECRET is not the one'))
        throw new Error(`With another SECRET a process ended with status ${status}: ${stderr}`)
    },
    'replica dead': async (chance) => await this.#lapses.die(chance),
    'replica hanging': async (chance) => await this.#lapses.hang(chance),
    'replica lagging': async (chance) => await this.#lapses.lag(chance),
    'old backup': async () => await restoreOldBackup(this),
    'full disk': async (chance) => {
      this.#disks!.data.fill()
      await sleep(chance.between(500, 3_000))
      this.#disks!.data.free()
    },
    'full database disk': async (chance) => {
      this.#disks!.database.fill()
      await sleep(chance.between(500, 3_000))
      this.#disks!.database.free()
      // Where it ended over its log, its supervisor starts it again.
      await sleep(500)
      if (!this.#database.isRunning()) await this.#database.start()
      await untilReady(this)
    },
  }

  get #parts(): Part[] {
    return [...this.#serving, this.#worker]
  }
}

/** Disks that can be filled: of what processes write, and of the database. */
interface Disks {
  data: SmallDisk
  database: SmallDisk
}

/** Undefined where this account may mount none. */
function mountDisks(): Disks | undefined {
  if (whyNoSmallDisk() !== undefined) return undefined
  return { data: mountSmallDisk(64), database: mountSmallDisk(800) }
}

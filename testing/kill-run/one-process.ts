import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { CRELS } from '#server/platform/embedded-postgres/cluster.ts'
import { dataDirAt } from '#server/platform/embedded-postgres/data-dir.ts'
import { databaseUrl } from '#server/platform/embedded-postgres/listening.ts'
import { readPostmasterFile } from '#server/platform/embedded-postgres/postmaster-file.ts'
import { freePort } from '../free-port.ts'
import {
  databaseOf,
  nodeStart,
  startProgram,
  startSite,
  temporaryDataDir,
  type Program,
} from '../processes.ts'
import type { Chance } from './chance.ts'
import { killChildOf, untilClicksLoad, untilEarningsUnlock } from './moments.ts'
import type { Target, targets } from './plan.ts'
import {
  errorsOf,
  killProgram,
  killStopping,
  startsWithinMs,
  underLoad,
  untilReady,
  within,
  type Site,
} from './site.ts'

/** Everything in one process with a database of its own, as `npm start` has it. */
export class OneProcess implements Site {
  readonly dataDir = temporaryDataDir()
  readonly startsMs: number[] = []
  readonly settings: Record<string, string>
  readonly #programs: Program[] = []

  private constructor(settings: Record<string, string>) {
    this.settings = { ...settings, DATA_DIR: this.dataDir }
  }

  /** An empty data directory and a free port, which stay the same over all starts. */
  static async at(settings: Record<string, string>): Promise<OneProcess> {
    return new OneProcess({ PORT: String(await freePort()), ...underLoad, ...settings })
  }

  get origins(): string[] {
    return [`http://127.0.0.1:${this.settings.PORT}`]
  }

  async strike(target: Target, chance: Chance): Promise<void> {
    if (!(target in this.#strikes)) throw new Error(`${target} is for several processes`)
    await this.#strikes[target as keyof typeof targets](chance)
  }

  async start(): Promise<void> {
    const last = this.#programs.at(-1)
    if (last && !(await hasEnded(last))) return
    const began = performance.now()
    this.#programs.push(await within(startsWithinMs, 'start', startSite(this.settings)))
    this.startsMs.push(performance.now() - began)
  }

  async startAndKill(afterMs: number): Promise<void> {
    this.#programs.push(startProgram(nodeStart, this.settings))
    await Promise.race([sleep(afterMs), this.#program.ended])
    await killProgram(this.#program)
  }

  async openBooks(poolSize = 1): Promise<Db> {
    const { clusterDir } = dataDirAt(this.dataDir)
    const url = await databaseUrl(clusterDir, readPostmasterFile(clusterDir)!, CRELS)
    return openDatabase({ url, poolSize, name: 'kill run' })
  }

  loggedErrors(): Record<string, number> {
    return errorsOf(this.#programs)
  }

  readonly #strikes: Record<keyof typeof targets, (chance: Chance) => Promise<void>> = {
    server: async () => await killProgram(this.#program),
    postmaster: async () => {
      process.kill(this.#postmaster, 'SIGKILL')
      const { status, stderr } = await within(30_000, 'end of the site without database', this.#program.ended)
      // A call that was under way may have said before what failed for it.
      if (status !== 1 || !/^The database ended by itself/m.test(stderr))
        throw new Error(`Without its database the site ended with status ${status}: ${stderr}`)
    },
    'database process': async (chance) => {
      killChildOf(this.#postmaster, chance)
      // The postmaster ends all others then, and recovers by itself.
      await sleep(300)
      await untilReady(this)
    },
    both: async () => {
      process.kill(this.#postmaster, 'SIGKILL')
      await killProgram(this.#program)
    },
    loading: async () => {
      await untilClicksLoad(this)
      await killProgram(this.#program)
    },
    unlocking: async (chance) => {
      await untilEarningsUnlock(this, chance)
      await killProgram(this.#program)
    },
    stopping: async (chance) => await killStopping(this.#program, chance),
  }

  get #program(): Program {
    const program = this.#programs.at(-1)
    if (!program) throw new Error('The site was not started')
    return program
  }

  /** The postmaster's process id. */
  get #postmaster(): number {
    const pid = databaseOf(this.dataDir)
    if (pid === undefined) throw new Error('The database does not run')
    return pid
  }
}

async function hasEnded(program: Program): Promise<boolean> {
  return await Promise.race([program.ended.then(() => true), sleep(0, false)])
}

import { readdirSync } from 'node:fs'
import path from 'node:path'
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

/** A start that takes longer needs a hand, in milliseconds; on a quiet machine the longest takes 6 s. */
const startsWithinMs = 180_000

/** An installation that is killed and started again by one and the same command. */
export class Site {
  readonly dataDir = temporaryDataDir()
  /** Of each start that came about, in milliseconds. */
  readonly startsMs: number[] = []
  readonly #settings: Record<string, string>
  readonly #programs: Program[] = []

  private constructor(settings: Record<string, string>) {
    this.#settings = { ...settings, DATA_DIR: this.dataDir }
  }

  /** An empty data directory and a free port, which stay the same over all starts. */
  static async at(settings: Record<string, string>): Promise<Site> {
    const measured = { RATE_LIMIT: 'false', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' }
    return new Site({ PORT: String(await freePort()), ...measured, ...settings })
  }

  /** For commands beside the site. */
  get settings(): Record<string, string> {
    return this.#settings
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#settings.PORT}`
  }

  get program(): Program {
    const program = this.#programs.at(-1)
    if (!program) throw new Error('The site was not started')
    return program
  }

  /** Starts and resolves when the site is open; throws with what it said when it needs a hand. */
  async start(): Promise<void> {
    const began = performance.now()
    this.#programs.push(await within(startsWithinMs, 'start', startSite(this.#settings)))
    this.startsMs.push(performance.now() - began)
  }

  /** Starts and kills the process `afterMs` later, wherever it is then. */
  async startAndKill(afterMs: number): Promise<void> {
    this.#programs.push(startProgram(nodeStart, this.#settings))
    await Promise.race([sleep(afterMs), this.program.ended])
    await this.kill()
  }

  /** Kills the server and waits for its end; what it said on standard error is what it died with. */
  async kill(): Promise<void> {
    this.program.kill('SIGKILL')
    const { signal, status, stderr } = await this.program.ended
    if (signal !== 'SIGKILL') throw new Error(`The site had ended by itself with status ${status}: ${stderr}`)
  }

  /** The postmaster's process id. */
  get postmaster(): number {
    const pid = databaseOf(this.dataDir)
    if (pid === undefined) throw new Error('The database does not run')
    return pid
  }

  /** The database from outside the site, as its owner. */
  async openBooks(poolSize = 1): Promise<Db> {
    const { clusterDir } = dataDirAt(this.dataDir)
    const url = await databaseUrl(clusterDir, readPostmasterFile(clusterDir)!, CRELS)
    return openDatabase({ url, poolSize, name: 'kill run' })
  }

  /** What it logged as errors over all its lives, and how often. */
  loggedErrors(): Record<string, number> {
    const counts: Record<string, number> = {}
    const lines = this.#programs.flatMap((program) => program.stdout().split('\n'))
    for (const line of lines.filter((line) => line.startsWith('{"level":'))) {
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
      const what = err ? `${msg}: ${err.message}` : msg
      counts[what] = (counts[what] ?? 0) + 1
    }
    return counts
  }

  /** Files of clicks that were answered and are not in the database yet. */
  get spooled(): string[] {
    const dir = path.join(this.dataDir, 'clicks')
    return readdirSync(dir).filter((name) => !name.endsWith('.lock'))
  }
}

/** Throws when `work` has not ended after so many milliseconds. */
export async function within<T>(timeoutMs: number, what: string, work: Promise<T>): Promise<T> {
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`No ${what} within ${timeoutMs} ms`)
  })
  return await Promise.race([work, late])
}

/** Waits until something holds; throws naming it when it does not within the time. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { timeoutMs = 20_000, pauseMs = 20 } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`)
    await sleep(pauseMs)
  }
}

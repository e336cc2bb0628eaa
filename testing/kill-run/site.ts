import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/platform/database.ts'
import type { Program } from '../processes.ts'
import type { Chance } from './chance.ts'
import type { Target } from './plan.ts'

/** A start that takes longer needs a hand, in milliseconds; on a quiet machine the longest takes 6 s. */
export const startsWithinMs = 180_000

/** Settings of a site that is put under load. */
export const underLoad = { RATE_LIMIT: 'false', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' }

/** An installation, of one process or several, whose parts are killed and started again by one and the same command. */
export interface Site {
  readonly dataDir: string
  /** For commands beside the site. */
  readonly settings: Record<string, string>
  /** The checkout whose commands these are; this one unless given: one of another version does not touch its database. */
  readonly commandsFrom?: string
  /** Where each process that serves is open, whether it lives or not. */
  readonly origins: string[]
  /** Of each start that came about, in milliseconds. */
  readonly startsMs: number[]
  /** Kills as a target says. Resolves when what was to die is dead, and what was to live has come back. */
  strike(target: Target, chance: Chance): Promise<void>
  /** Starts what is dead and resolves when all is open; throws with what it said when it needs a hand. */
  start(): Promise<void>
  /** Starts what is dead, if anything is, and kills it `afterMs` later, wherever it is then. */
  startAndKill(afterMs: number): Promise<void>
  /** The database from outside the site, as its owner. */
  openBooks(poolSize?: number): Promise<Db>
  /** Who answered what may be seconds old, where there is a replica, in the present lives of the processes. */
  staleReads?(): Promise<Record<string, number>>
  /** Where clicks are, if not in the database. */
  readonly clicksBeside?: ClicksBeside
  /** What it logged as errors over all its lives, and how often. */
  loggedErrors(): Record<string, number>
}

/** A store of clicks beside the database. */
export interface ClicksBeside {
  /** What is wrong there of all it has, and of these clicks, which were answered; a line each. */
  wrong(books: Db, answered: string[]): Promise<string[]>
  count(): Promise<number>
  /** Countable clicks and uniques of links since a day. */
  figures(linkIds: string[], from: string): Promise<{ clicks: number; uniques: number }>
}

/** Files of clicks that were answered and are not in the database yet. */
export function spooled({ dataDir }: Pick<Site, 'dataDir'>): string[] {
  return readdirSync(path.join(dataDir, 'clicks')).filter((name) => !name.endsWith('.lock'))
}

/** Waits until every process that serves is ready. */
export async function untilReady({ origins }: Pick<Site, 'origins'>): Promise<void> {
  const isReady = async (origin: string) =>
    await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const origin of origins) await until(`${origin} is ready again`, async () => await isReady(origin))
}

/** Kills a program and waits for its end; throws when it had ended by itself. */
export async function killProgram(program: Program): Promise<void> {
  program.kill('SIGKILL')
  const { signal, status, stderr } = await program.ended
  if (signal !== 'SIGKILL') throw new Error(`The site had ended by itself with status ${status}: ${stderr}`)
}

/** Stops a program, and kills it while it stops or lets it end. */
export async function killStopping(program: Program, chance: Chance): Promise<void> {
  program.kill('SIGTERM')
  await Promise.race([sleep(chance.between(0, 800)), program.ended])
  program.kill('SIGKILL')
  await program.ended
}

/** What programs logged as errors, and how often. */
export function errorsOf(programs: Program[]): Record<string, number> {
  const counts: Record<string, number> = {}
  const lines = programs.flatMap((program) => program.stdout().split('\n'))
  for (const line of lines.filter((line) => line.startsWith('{"level":'))) {
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
    const what = err ? `${msg}: ${err.message}` : msg
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
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
  { timeoutMs = 60_000, pauseMs = 20 } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`)
    await sleep(pauseMs)
  }
}

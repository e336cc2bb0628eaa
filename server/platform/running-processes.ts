import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { newId } from './ids.ts'
import { isNewer } from './migrate.ts'
import { programVersion } from './migration-files.ts'
import { sparingLog } from './sparing-log.ts'

/** How often a process says that it lives, in milliseconds. */
const beatMs = 10_000

/** After how many seconds of silence a process counts as gone: a database that is away for a moment takes none. */
export const GONE_AFTER_SEC = 60

/** What a process does with the database. */
export interface ProcessRole {
  /** Answers requests. */
  serves: boolean
  /** Works on the jobs. */
  works: boolean
}

/** What a process says of itself. */
interface SaidOfProcess extends ProcessRole {
  /** Where it answers `/readyz`, as its own machine reaches it; null where nowhere. */
  address: string | null
}

/** A process that lives, or has been silent for less than a minute. */
export interface RunningProcess extends ProcessRole {
  version: string
  startedAt: Date
  /** When it last said so. */
  seenAt: Date
}

/** Says in the database that this process lives, and what it does (decision 095). */
export class Heartbeat {
  readonly #id = newId('process')
  readonly #db: Db
  readonly #logSparingly
  readonly #said: SaidOfProcess = { serves: false, works: false, address: null }
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> = Promise.resolve()

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#logSparingly = sparingLog(log)
  }

  /** Says what this process does from now on, and where it answers, beside what it said before. */
  async begin(said: Partial<SaidOfProcess>): Promise<void> {
    Object.assign(this.#said, said)
    await this.#beat()
    this.#timer ??= setInterval(() => void this.#beat(), beatMs).unref()
  }

  /** Says that this process ends. Where the database is away, its silence says it. */
  async end(): Promise<void> {
    if (!this.#timer) return
    clearInterval(this.#timer)
    await this.#beating
    await sql`update running_process set ended_at = clock_timestamp() where id = ${this.#id}`
      .execute(this.#db)
      .catch(() => {})
  }

  async #beat(): Promise<void> {
    this.#beating = this.#write().catch((error: unknown) =>
      this.#logSparingly('heartbeat', { err: error }, 'heartbeat'),
    )
    await this.#beating
  }

  async #write(): Promise<void> {
    const { serves, works, address } = this.#said
    await sql`
      with gone as (delete from running_process where seen_at < clock_timestamp() - interval '1 day')
      insert into running_process (id, version, serves, works, machine, address)
      values (${this.#id}, ${programVersion()}, ${serves}, ${works}, ${hostname()}, ${address})
      on conflict (id) do update
        set serves = excluded.serves, works = excluded.works, address = excluded.address, seen_at = clock_timestamp()`.execute(
      this.#db,
    )
  }
}

/** The processes that live. */
export async function runningProcesses(db: Db): Promise<RunningProcess[]> {
  const { rows } = await sql<RunningProcess>`
    select version, serves, works, started_at as "startedAt", seen_at as "seenAt" from running_process
    where ended_at is null and seen_at > clock_timestamp() - make_interval(secs => ${GONE_AFTER_SEC})
    order by started_at, id`.execute(db)
  return rows
}

/** The oldest version of which a process lives; null where none does. */
export async function oldestRunningVersion(db: Db): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select distinct version from running_process
    where ended_at is null and seen_at > clock_timestamp() - make_interval(secs => ${GONE_AFTER_SEC})`.execute(
    db,
  )
  const versions = rows.map(({ version }) => version)
  return versions.reduce<string | null>(
    (oldest, one) => (oldest === null || isNewer(oldest, one) ? one : oldest),
    null,
  )
}

/** Where the processes that live on this machine answer `/readyz`, and how many live on others, which are asked there. */
export async function processAddresses(db: Db): Promise<{ here: string[]; elsewhere: number }> {
  const { rows } = await sql<{ address: string; isHere: boolean }>`
    select address, machine = ${hostname()} as "isHere" from running_process
    where ended_at is null and seen_at > clock_timestamp() - make_interval(secs => ${GONE_AFTER_SEC})
      and address is not null
    order by started_at, id`.execute(db)
  const here = rows.filter(({ isHere }) => isHere).map(({ address }) => address)
  return { here: [...new Set(here)], elsewhere: rows.length - here.length }
}

/** For how many seconds no process that works on the jobs has said that it lives; null where none did within a day. */
export async function workerSilence(db: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from clock_timestamp() - last))::float as seconds
    from (select max(coalesce(ended_at, seen_at)) as last from running_process where works) worker
    where last is not null`.execute(db)
  return rows[0]?.seconds ?? null
}

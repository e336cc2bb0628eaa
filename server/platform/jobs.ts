import { sql } from 'kysely'
import { PgBoss, fromKysely } from 'pg-boss'
import type { Logger } from 'pino'
import { restorationChannel, waitsAfterRestore } from './backup/restoration.ts'
import { appRole, type Db, type Tx } from './database.ts'
import type { Listener } from './listener.ts'
import type { DatabaseHealth } from './database-health.ts'
import { JobCounts } from './job-counts.ts'
import { sparingLog } from './sparing-log.ts'
import { traced } from './tracing/tracing.ts'
import { withClient } from './with-client.ts'

/** A job: a name, what to do with its data, and when to run by itself. */
export interface Job<Data extends object = object> {
  name: string
  /** One sentence for `crels job list`. */
  doc: string
  run(data: Data): Promise<unknown>
  /** A cron expression (UTC, wall time) for jobs that run by themselves. */
  cron?: string
  /**
   * Tries after a failure, with growing delays; 5 unless given, which are minutes. The alert CrelsJobsFail wants more than 5
   * failures within an hour, so a job that runs less often than every ten minutes has them, or an alert of its own.
   */
  retryLimit?: number
  /** Seconds that a delay grows to; an hour unless given. */
  retryDelayMax?: number
  /** Hours that what it answered is retained, ten minutes more or less; a week unless given. */
  retainedHours?: number
  /** It reaches people: on a restored database it waits until a person confirms (decision 101). */
  isOutward?: boolean
}

/** Declares a job, keeping the type of its data. */
export function job<Data extends object>(definition: Job<Data>): Job {
  return definition
}

/** The queue, in the same database, so that an effect rides the transaction that causes it. */
export interface Jobs {
  /** Enqueues in the caller's transaction: it happens if and only if that commits. */
  add(tx: Tx, name: string, data: object): Promise<void>
  /** Has runs that failed for good tried again, if the caller's transaction commits. */
  retry(tx: Tx, name: string, ids: string[]): Promise<void>
  /** Makes the queues, so that `add` works before any worker runs. */
  install(): Promise<void>
  /** Works on the queues in this process. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Runs a job now, in this process, and answers what it answers. */
  run(name: string, data?: object): Promise<unknown>
  list(): Job[]
  /** What jobs came to in this process, for /metrics. */
  counts: JobCounts
}

/**
 * A worker says this often that it is still at a job; one that was killed is found out within two minutes and its job
 * tried again. Without, a mail that a kill cut off would wait a quarter of an hour.
 */
const heartbeatSeconds = 30

/**
 * The most that pg-boss allows a run to take. Its own quarter of an hour failed, and began anew, runs that went on: the
 * books of a large installation took 16 minutes to prove, and were not proved. A worker that was killed is found by its
 * heartbeat.
 */
const expireInSeconds = 24 * 3600

/** What came due while nothing ran, such as a daily job's minute during an upgrade, is done once at the next start. */
const missed = 'once'

const channel = 'job'

/** What a queue works with. */
interface JobsParts {
  databaseHealth: DatabaseHealth
  /** Not started yet. */
  listener: Pick<Listener, 'on'>
  log: Logger
  db: Db
  /** What is enqueued wakes its worker; this often it looks by itself, for what is due and for a wake that was lost. */
  lookSeconds?: number
}

/** Opens the queue at `url`; `ownerUrl` is of the role that owns, or may make, the schema `pgboss`. */
export function openJobs(
  { url, ownerUrl }: { url: string; ownerUrl: string },
  jobs: Job[],
  { databaseHealth, listener, log, db, lookSeconds = 2 }: JobsParts,
): Jobs {
  const options = {
    connectionString: url,
    schema,
    application_name: 'crels jobs',
    max: 4,
    // Its tables are the owner's.
    migrate: false,
    // What is over is removed so often; a day unless given.
    maintenanceIntervalSeconds: 600,
  }
  // Handed on to `pg`, like all it does not know.
  const boss = new PgBoss({ ...options, stream: databaseHealth.socket } as typeof options)
  const logSparingly = sparingLog(log)
  boss.on('error', (error) => {
    // Every queue asks every two seconds; that the database is away is said once, by DatabaseHealth.
    if (!databaseHealth.isAway) logSparingly('job queue', { err: error }, 'job queue')
  })
  const counts = new JobCounts()
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const find = (name: string) => {
    const found = byName.get(name)
    if (!found) throw new Error(`There is no job ${name}`)
    return found
  }
  const workers = new Map<string, string>()
  const wake = (name: string) => boss.notifyWorker(workers.get(name) ?? '')
  listener.on(channel, wake, () => [...workers.keys()].forEach(wake))
  const workOn = async (job: Job) => {
    counts.begin(job.name)
    const worker = await boss.work(job.name, { pollingIntervalSeconds: lookSeconds }, async ([task]) => {
      try {
        return await counts.of(job.name, async () => await perform(job, task as Task | undefined, log))
      } finally {
        // There may be more: many wakes at once are heard as one, and it takes one job at a time.
        wake(job.name)
      }
    })
    workers.set(job.name, worker)
  }
  /** Works on what reaches people, unless the database waits for a person; that is asked again when it is confirmed. */
  let outward: Promise<void> = Promise.resolve()
  const workOutward = () => {
    const before = outward
    const work = async () => {
      await before
      const waiting = jobs.filter(({ name, isOutward }) => isOutward && !workers.has(name))
      if (waiting.length === 0 || (await waitsAfterRestore(db))) return
      for (const job of waiting) await workOn(job)
    }
    outward = work()
    return outward
  }
  let isStarted = false
  const confirmed = () => {
    if (!isStarted) return
    workOutward().catch((error: unknown) => {
      outward = Promise.resolve()
      log.error({ err: error }, 'jobs that wait after a restore')
    })
  }
  listener.on(restorationChannel, confirmed, confirmed)
  let installed: Promise<void> | undefined
  const install = async () => await (installed ??= installing().catch(forget))
  // Who asks next tries again, as the database may be there by then.
  const forget = (error: unknown): never => {
    installed = undefined
    throw error
  }
  const installing = async () => {
    // Not there yet, of an earlier version of the queue, or without rights for this role.
    await boss.start().catch(async () => {
      await migrateQueue(ownerUrl)
      await boss.start()
    })
    const made = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { name, retryLimit = 5, retryDelayMax = 3600, retainedHours = 24 * 7 } of jobs) {
      const retries = { retryLimit, retryBackoff: true, retryDelay: 5, retryDelayMax }
      const deleteAfterSeconds = retainedHours * 3600
      const queue = { ...retries, heartbeatSeconds, expireInSeconds, deleteAfterSeconds }
      // Another process may make it at this moment, too: then this one has nothing to do.
      if (!made.has(name)) await boss.createQueue(name, queue)
      // One that an earlier version made keeps what it was made with.
      else if (!isSubset(queue, made.get(name)!)) await boss.updateQueue(name, queue)
    }
  }
  return {
    async add(tx, name, data) {
      find(name)
      await install()
      await boss.send(name, data, { db: fromKysely(tx) })
      await sql`select pg_notify(${channel}, ${name})`.execute(tx)
    },
    async retry(tx, name, ids) {
      find(name)
      await install()
      await boss.retry(name, ids, { db: fromKysely(tx) })
      await sql`select pg_notify(${channel}, ${name})`.execute(tx)
    },
    install,
    async start() {
      await install()
      const schedules = await boss.getSchedules()
      const isScheduled = ({ name, cron }: Job) =>
        schedules.some((made) => made.name === name && made.cron === cron && made.options?.missed === missed)
      const unscheduled = jobs.filter((job) => job.cron && !isScheduled(job))
      await Promise.all(
        unscheduled.map(async ({ name, cron }) => await boss.schedule(name, cron!, null, { missed })),
      )
      for (const job of jobs) if (!job.isOutward) await workOn(job)
      isStarted = true
      await workOutward()
    },
    stop: async () => {
      isStarted = false
      await outward.catch(() => {})
      await installed?.catch(() => {})
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
    run: async (name, data = {}) => await find(name).run(data),
    list: () => jobs,
    counts,
  }
}

/** Whether `whole` has all of `part`. */
function isSubset(part: object, whole: object): boolean {
  const values = new Map(Object.entries(whole))
  return Object.entries(part).every(([name, value]) => values.get(name) === value)
}

interface Task {
  id: string
  data: object | null
}

async function perform(job: Job, task: Task | undefined, log: Logger): Promise<unknown> {
  try {
    return await traced(
      `job ${job.name}`,
      { 'crels.job': job.name },
      async () => await job.run(task?.data ?? {}),
    )
  } catch (error) {
    log.error({ err: error, job: job.name, id: task?.id }, 'job failed')
    throw error
  }
}

const schema = 'pgboss'

/** Brings the queue's tables up to its version, and lets the roles at them. */
async function migrateQueue(ownerUrl: string): Promise<void> {
  const owner = new PgBoss({ connectionString: ownerUrl, schema, max: 1, supervise: false, schedule: false })
  owner.on('error', () => {})
  await owner.start()
  await owner.stop({ graceful: true })
  await grantQueue(ownerUrl)
}

/**
 * Lets the worker's role work on the queue, and the others enqueue in their own transactions. One process at a time: of
 * two grants at once one fails.
 */
async function grantQueue(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`
      do $$ begin
        perform pg_advisory_xact_lock(hashtext('crels grant queue'));
        if exists (select from pg_roles where rolname = '${appRole}') then
          grant usage on schema pgboss to ${appRole};
          grant select, insert, update, delete on all tables in schema pgboss to ${appRole};
        end if;
        if exists (select from pg_roles where rolname = 'crels_jobs') then
          grant usage on schema pgboss to crels_jobs;
          grant select, insert, update, delete on all tables in schema pgboss to crels_jobs;
        end if;
        if exists (select from pg_roles where rolname = 'crels_identity') then
          grant usage on schema pgboss to crels_identity;
          grant select, insert, update on all tables in schema pgboss to crels_identity;
        end if;
      end $$`)
  })
}

import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Db } from './database.ts'
import { registerOutcomeGauge } from './job-metrics.ts'
import { job, type Job } from './jobs.ts'
import { inSnapshot } from './transaction.ts'

/** Promises that a module's tables keep, each by its name as a query of the `id` of what breaks it. */
export type Promises<Check extends string> = Record<Check, RawBuilder<{ id: string }>>

/** A promise that is broken. */
export interface BrokenPromise<Check extends string = string> {
  check: Check
  count: number
  /** The first of what breaks it. */
  ids: string[]
}

/** The promises that are broken, over all rows. */
export async function brokenPromises<Check extends string>(
  db: Db,
  promises: Promises<Check>,
): Promise<BrokenPromise<Check>[]> {
  const findings: BrokenPromise<Check>[] = []
  for (const [check, broken] of Object.entries(promises) as [Check, RawBuilder<{ id: string }>][]) {
    const { rows } = await sql<{ count: number; ids: string[] }>`
      select count(*) as count, coalesce((array_agg(b.id order by b.id))[1:20], '{}') as ids
      from (${broken}) b (id)`.execute(db)
    if (rows[0]!.count > 0) findings.push({ check, ...rows[0]! })
  }
  return findings
}

/** Reads a database from one snapshot, for as long as a large one takes: 15 minutes a statement. */
export async function inLongSnapshot<Found>(db: Db, read: (db: Db) => Promise<Found>): Promise<Found> {
  return await inSnapshot(db, async (tx) => {
    await sql`set local statement_timeout = '15min'`.execute(tx)
    return await read(tx)
  })
}

/** What a module proves of its tables, by which job and metric. */
export interface Proof {
  /** What it is about: what its checks are called after where they stand beside others. */
  about: string
  /** Also what the log calls it. */
  job: `reconcile-${string}`
  doc: string
  cron: string
  promises: Promises<string>
  metric: { name: string; help: string }
}

/** The job that proves it, from one snapshot; the log has what is broken. */
export function provingJob({ db, log }: { db: Db; log: Logger }, proof: Proof): Job {
  return job({
    name: proof.job,
    doc: proof.doc,
    cron: proof.cron,
    retryLimit: 0,
    run: async () => {
      const findings = await inLongSnapshot(db, async (tx) => await brokenPromises(tx, proof.promises))
      if (findings.length > 0) log.error({ findings }, proof.job)
      return { findings }
    },
  })
}

/** Registers how much was broken at its last run (`broken`), and how old that is. */
export function registerProofGauge(registry: Registry, db: Db, { job: name, metric }: Proof): void {
  registerOutcomeGauge(registry, db, {
    ...metric,
    job: name,
    values: ({ findings }: { findings: BrokenPromise[] }) => ({
      broken: findings.reduce((sum, { count }) => sum + count, 0),
    }),
  })
}

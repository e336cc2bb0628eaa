import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReadPlace, ReadSource, StaleReads } from './platform/stale-reads/stale-reads.ts'

/** Registers how far replicas are behind, and who answers what may be old. */
export function registerReplicaMetrics(registry: Registry, { replicas, counts }: StaleReads): void {
  const isUsed: Gauge<'replica'> = new Gauge({
    name: 'crels_replica_used',
    help: 'Whether a replica of DATABASE_REPLICA_URLS, by its place there, is asked: 1, or 0 where it is away, behind or no replica.',
    labelNames: ['replica'],
    registers: [registry],
    collect: () => {
      for (const { number, isWell } of replicas) isUsed.set({ replica: number }, isWell ? 1 : 0)
    },
  })
  const lag: Gauge<'replica'> = new Gauge({
    name: 'crels_replica_lag_seconds',
    help: 'How old an answer of a replica may be, to a second or two; absent where it is not known.',
    labelNames: ['replica'],
    registers: [registry],
    collect: () => {
      lag.reset()
      for (const { number, lagSec } of replicas)
        if (lagSec !== undefined) lag.set({ replica: number }, lagSec)
    },
  })
  const reads: Counter<'place' | 'source'> = new Counter({
    name: 'crels_stale_reads_total',
    help: 'Reads that may be some seconds old, by what was read and who answered: a replica, or the primary since it was asked for (primary-asked), no replica was well (primary-none-well) or one failed (primary-failed).',
    labelNames: ['place', 'source'],
    registers: [registry],
    collect: () => {
      reads.reset()
      for (const [place, bySource] of Object.entries(counts) as [ReadPlace, Record<ReadSource, number>][])
        for (const [source, count] of Object.entries(bySource)) reads.inc({ place, source }, count)
    },
  })
}

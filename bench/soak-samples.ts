import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import type { Figure } from './measure.ts'
import { familyOf, memoryMb } from './process-figures.ts'
import type { BenchSite } from './site.ts'
import { median } from './statistics.ts'

/** What must not grow for ever, at one moment of a soak. */
export interface Sample {
  heapMb: number
  residentMb: number
  allMb: number
  /** Open descriptors of the process that serves. */
  descriptors: number
  /** Those of all processes: each of PostgreSQL's keeps a file of every table and index that it has met. */
  allDescriptors: number
  /** Rows that are dead and not yet vacuumed, of 100 that live. */
  deadPercent: number
  /** Bytes a live row takes, indexes included, in the tables whose rows are changed again and again. */
  bytesPerChangedRow: number
}

/** The token under which the soak's site answers its metrics. */
export const metricsToken = 'a token of the bench'

/** Takes the figures of this moment. */
export async function sampleOf({ origin, pid, db }: BenchSite): Promise<Sample> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await response.text()
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1e6
  return {
    heapMb: metric('nodejs_heap_size_used_bytes'),
    residentMb: metric('process_resident_memory_bytes'),
    allMb: memoryMb(pid),
    descriptors: openFiles(pid),
    allDescriptors: familyOf(pid).reduce((sum, member) => sum + openFiles(member), 0),
    ...(await tablesOf(db)),
  }
}

/** Tables with a thousand live rows or more; changed are those with an update for every two rows. */
async function tablesOf(db: BenchSite['db']): Promise<Pick<Sample, 'deadPercent' | 'bytesPerChangedRow'>> {
  const { rows } = await sql<{ dead: number; bytes: number }>`
    select coalesce(100.0 * sum(n_dead_tup) / nullif(sum(n_live_tup), 0), 0)::float8 as dead,
           coalesce(sum(pg_total_relation_size(relid)) filter (where n_tup_upd > n_live_tup / 2)
             / nullif(sum(n_live_tup) filter (where n_tup_upd > n_live_tup / 2), 0), 0)::float8 as bytes
    from pg_stat_user_tables where n_live_tup >= 1000`.execute(db)
  return { deadPercent: rows[0]!.dead, bytesPerChangedRow: rows[0]!.bytes }
}

function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** Medians of the third and the last quarter of the time: the first half is until every cache is as large as it gets. */
export function flatness(samples: Sample[]): Figure[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  const third = samples.slice(-2 * quarter, -quarter)
  const last = samples.slice(-quarter)
  return rows.flatMap(({ name, unit, key, below }): Figure[] => [
    { name: `${name}, third quarter of the time`, unit, samples: third.map((one) => one[key]) },
    { name: `${name}, last quarter`, unit, samples: last.map((one) => one[key]) },
    {
      name: `${name}, last to third quarter`,
      unit: '×',
      samples: [median(last.map((one) => one[key])) / median(third.map((one) => one[key]))],
      goal: { text: `< ${below}`, below },
    },
  ])
}

const rows: { name: string; unit: Figure['unit']; key: keyof Sample; below: number }[] = [
  { name: 'heap in use', unit: 'MB', key: 'heapMb', below: 1.05 },
  { name: 'the process', unit: 'MB', key: 'residentMb', below: 1.05 },
  { name: 'all processes', unit: 'MB', key: 'allMb', below: 1.05 },
  { name: 'descriptors of the process', unit: '', key: 'descriptors', below: 1.05 },
  { name: 'descriptors of all processes', unit: '', key: 'allDescriptors', below: 1.05 },
  { name: 'dead rows', unit: '%', key: 'deadPercent', below: 1.5 },
  { name: 'bytes of a changed row', unit: '', key: 'bytesPerChangedRow', below: 1.1 },
]

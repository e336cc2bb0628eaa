import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { newClickId } from '#server/modules/clicks/click-id.ts'
import { clickLine } from '#server/modules/clicks/click-line.ts'
import type { Segment } from '#server/modules/clicks/click-spool.ts'
import { ClickLoader } from '#server/modules/clicks/load-clicks.ts'
import { PostgresSink } from '#server/modules/clicks/postgres-sink.ts'
import { openPool } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Bench, Figure, Measure } from './measure.ts'
import { cpuMs } from './process-figures.ts'
import { withSite, type BenchSite } from './site.ts'

/** As many as 250 ms of a busy installation: 12 000 clicks a second. */
const segmentLines = 3_000
const segmentsInARound = 20

/** From a spool file to clicks, uniques and rollups, without the redirects that wrote it. */
export const clickLoader: Measure = {
  name: 'click-loader',
  title: 'Loading spool files of 3 000 clicks: clicks, uniques and rollups, one transaction each',
  baseline: null,
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'crels-loader-'))
  const pool = openPool({ url: site.databaseUrl, asApp: true, poolSize: 1 })
  const loader = new ClickLoader(new PostgresSink(pool), pino({ level: 'silent' }))
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]!.pid
  try {
    const figures: Figure[] = []
    for (const [what, links] of [
      ['1 000 hot links', 1_000],
      ['100 000 links', 100_000],
    ] as const) {
      say(what)
      const ids = Array.from({ length: links }, () => newId('link'))
      const wall: number[] = []
      const cpu: number[] = []
      for (let round = 0; round < (quick ? 2 : 6); round += 1) {
        const segments = Array.from({ length: segmentsInARound }, () => someSegment(dir, ids))
        const [wallBefore, cpuBefore] = [performance.now(), cpuMs(backend)]
        for (const segment of segments) await loader.load([segment])
        const clicks = segmentLines * segmentsInARound
        // The first round makes the day's partitions and warms up.
        if (round === 0) continue
        wall.push(((performance.now() - wallBefore) / clicks) * 1_000)
        cpu.push(((cpuMs(backend) - cpuBefore) / clicks) * 1_000)
      }
      figures.push(
        { name: `${what}: one click (also s a million)`, unit: 'µs', samples: wall },
        { name: `${what}: CPU of PostgreSQL for one`, unit: 'µs', samples: cpu },
      )
    }
    const { rows: stored } = await sql<{ clicks: number }>`select count(*) as clicks from click`.execute(
      site.db,
    )
    const expected = 2 * (quick ? 2 : 6) * segmentsInARound * segmentLines
    if (stored[0]!.clicks !== expected) throw new Error(`${stored[0]!.clicks} of ${expected} clicks`)
    return figures
  } finally {
    await pool.end()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Visits as they come: nine in ten by a new visitor, one in ten not countable, from 30 countries and 12 sites. */
function someSegment(dir: string, links: string[]): Segment {
  const lines = Array.from({ length: segmentLines }, () => {
    const visitor = Math.random() < 0.9 ? randomHex(32) : '0'.repeat(32)
    return clickLine({
      clickId: newClickId(Date.now()),
      linkId: links[below(links.length)]!,
      visitor,
      reason: below(10) === 0 ? 'bot' : null,
      country: String.fromCharCode(65 + below(6), 65 + below(5)),
      device: (['phone', 'phone', 'desktop', 'tablet'] as const)[below(4)]!,
      referrerHost: below(2) === 0 ? null : `site-${below(12)}.example`,
      subId: below(5) === 0 ? `post-${below(20)}` : null,
    })
  })
  mkdirSync(dir, { recursive: true })
  const key = `bench-${randomHex(16)}`
  const path = join(dir, `${key}.log`)
  writeFileSync(path, lines.join(''))
  return { key, path }
}

function below(count: number): number {
  return Math.floor(Math.random() * count)
}

function randomHex(digits: number): string {
  return Array.from({ length: digits }, () => below(16).toString(16)).join('')
}

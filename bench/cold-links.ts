import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fillLinks } from './make-links.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { cpuMs, memoryMb } from './process-figures.ts'
import { withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const connections = 32
const hot = 1_000

/**
 * Links that no process remembers: each is read from a table of a million, many at a time by one query. And codes of no
 * link.
 */
export const coldLinks: Measure = {
  name: 'cold-links',
  title:
    'Redirect of links not in memory, of 1 million, 32 connections, every click recorded; codes of no link',
  baseline: '1 000 of the million, in memory',
  onlyByName: true,
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const { db, origin, pid } = site
  const links = quick ? 50_000 : 1_000_000
  say(`making ${links} links`)
  await fillLinks(db, links)
  const visits = connections * (quick ? 100 : 1_000)
  let next = hot
  let guessed = 0
  const visit = async (codes: string[], status: number) => {
    const requests = codes.map((code, index) => ({
      path: `/s/${code}`,
      headers: {
        'user-agent': `Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/147.0.${index}.0 Mobile Safari/537.36`,
      },
    }))
    const [cpuBefore, queriesBefore] = [cpuMs(pid), await queries(site)]
    const answers = await load({ origin, connections, requests, status })
    const cpuUs = ((cpuMs(pid) - cpuBefore) / answers.answers) * 1_000
    return { ...answers, cpuUs, queries: ((await queries(site)) - queriesBefore) / answers.answers }
  }
  const sides = {
    hot: async () =>
      await visit(
        someCodes(visits, (index) => index % hot),
        302,
      ),
    // None of them twice, while there are enough.
    cold: async () =>
      await visit(
        someCodes(visits, () => hot + (next++ % (links - hot))),
        302,
      ),
    unknown: async () =>
      await visit(
        Array.from({ length: visits }, () => 'no-such-code'),
        404,
      ),
    // Never one twice, as a program does that tries them all.
    guessed: async () =>
      await visit(
        Array.from({ length: visits }, () => `guess-${(guessed++).toString(36)}`),
        404,
      ),
  }
  await alternate(1, sides)
  say(`rounds of ${visits} visits each`)
  const memoryBefore = memoryMb(pid)
  const taken = await alternate(quick ? 1 : 5, sides)
  const memoryAfter = memoryMb(pid)
  const { rows } = await sql<{ unknown: number }>`
    select count(*) as unknown from click c where not exists (select from link l where l.id = c.link_id)`.execute(
    db,
  )
  if (rows[0]!.unknown > 0) throw new Error('clicks of no link')
  const of = (side: keyof typeof sides, figure: 'perSecond' | 'p99Ms' | 'cpuUs' | 'queries') =>
    taken[side].map((answers) => answers[figure])
  return [
    { name: 'cold, of hot', unit: '×', samples: ratios(of('cold', 'perSecond'), of('hot', 'perSecond')) },
    { name: 'cold, rate', unit: '/s', samples: of('cold', 'perSecond') },
    { name: 'cold, p99', unit: 'ms', samples: of('cold', 'p99Ms') },
    { name: 'cold, CPU of the process for one', unit: 'µs', samples: of('cold', 'cpuUs') },
    { name: 'hot, CPU of the process for one', unit: 'µs', samples: of('hot', 'cpuUs') },
    ...(['unknown', 'guessed'] as const).flatMap((side): Figure[] => {
      const name = side === 'unknown' ? 'one code of no link' : 'codes of no link, each another'
      return [
        { name: `${name}: rate`, unit: '/s', samples: of(side, 'perSecond') },
        { name: `${name}: p99`, unit: 'ms', samples: of(side, 'p99Ms') },
        { name: `${name}: CPU of the process for one`, unit: 'µs', samples: of(side, 'cpuUs') },
        {
          name: `${name}: queries for one, all that the site asks in the time`,
          unit: '',
          samples: of(side, 'queries'),
        },
      ]
    }),
    { name: 'memory of all processes, before', unit: 'MB', samples: [memoryBefore] },
    { name: 'memory of all processes, after', unit: 'MB', samples: [memoryAfter] },
  ]
}

/** Transactions of the database so far: each query of ours is one. Each process counts them within a second. */
async function queries({ db }: BenchSite): Promise<number> {
  await sleep(1_100)
  const { rows } = await sql<{ count: number }>`
    select xact_commit as count from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.count
}

function someCodes(count: number, number: (index: number) => number): string[] {
  return Array.from({ length: count }, (_, index) => `bench-${number(index)}`)
}

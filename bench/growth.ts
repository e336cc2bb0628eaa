import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { getLeaderboard } from '#contracts/leaderboard.endpoints.ts'
import { dailyCheckIn } from '#contracts/rewards.endpoints.ts'
import { getStatement } from '#contracts/wallet.endpoints.ts'
import { fillBooks } from './fill-books.ts'
import { fillLeaderboard } from './fill-leaderboard.ts'
import { load, type LoadRequest } from './load.ts'
import { makeConvertible, reportRequests, type Convertible } from './make-convertible.ts'
import { fillLinks } from './make-links.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { nextDay, withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const connections = 4

/** What people do most, in installations of a thousand to a million members, links and entries that run side by side. */
export const growth: Measure = {
  name: 'growth',
  title: 'What is done most, with 10³ to 10⁶ members, links and entries each, 4 clients',
  baseline: 'the same with 10³ of each, in the same round',
  onlyByName: true,
  run: async (bench) => await withSites(bench.quick ? [1_000, 10_000] : sizes, bench, []),
}

const sizes = [1_000, 10_000, 100_000, 1_000_000]

/** An installation of a size, and what is asked of it. */
interface Grown {
  site: BenchSite
  size: number
  members: Record<string, string>[]
  sold: Convertible
  reported: number
}

/** Fills an installation of each size beside the others, and measures all in turns. */
async function withSites([size, ...others]: number[], bench: Bench, grown: Grown[]): Promise<Figure[]> {
  if (size === undefined) return await measure(bench, grown)
  return await withSite(async (site) => {
    bench.say(`filling ${size}`)
    return await withSites(others, bench, [...grown, await grow(site, size, bench)])
  })
}

async function grow(site: BenchSite, size: number, { quick }: Bench): Promise<Grown> {
  const members = await signInMembers(site, asked(quick))
  // A member's row is made by their first call; the first two have a fiftieth of the entries, and twenty.
  for (const headers of members.slice(0, 2)) await fetch(`${site.origin}${getStatement.path}`, { headers })
  await fillLeaderboard(site.db, size)
  await fillBooks(site.db, size / 2)
  await fillLinks(site.db, size)
  const sold = await makeConvertible(site, asked(quick) * (rounds(quick) + 1))
  await sql`analyze`.execute(site.db)
  return { site, size, members, sold, reported: 0 }
}

const asked = (quick: boolean) => (quick ? 40 : 200)
const rounds = (quick: boolean) => (quick ? 1 : 5)

interface Act {
  status: number
  /** Done at an installation before each round. */
  before?: (site: BenchSite) => Promise<void>
  requests(grown: Grown, count: number): LoadRequest[]
}

/** What is done, each as requests to one installation, and the status of its answers. */
const acts: Record<string, Act> = {
  'a visit of a link that is not in memory': {
    status: 302,
    requests: ({ size }, count) =>
      times(count, () => ({
        path: `/s/bench-${randomInt(size)}`,
        headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x64) Firefox/${randomInt(100, 200)}.0` },
      })),
  },
  'a conversion, accepted and paid': {
    status: 201,
    requests: (grown, count) => {
      const clicks = grown.sold.clicks.slice(grown.reported, (grown.reported += count))
      return reportRequests(grown.sold, clicks)
    },
  },
  'a check-in': {
    status: 200,
    before: nextDay,
    requests: ({ members }) =>
      members.map((headers) => ({ method: 'POST' as const, path: dailyCheckIn.path, headers, body: '{}' })),
  },
  'the first page of a statement, of a fiftieth of all entries': {
    status: 200,
    requests: ({ members }, count) =>
      times(count, () => ({ path: `${getStatement.path}?limit=20`, headers: members[0]! })),
  },
  'a page of the leaderboard with one’s own place': {
    status: 200,
    requests: ({ members }, count) =>
      times(count, (index) => ({
        path: `${getLeaderboard.path}?limit=20&period=all`,
        headers: members[index % members.length]!,
      })),
  },
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

async function measure({ quick, say }: Bench, grown: Grown[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, { status, before, requests }] of Object.entries(acts)) {
    say(name)
    const sides = Object.fromEntries(
      grown.map((each) => [
        `${each.size}`,
        async () => {
          await before?.(each.site)
          const plan = { origin: each.site.origin, connections, status }
          return await load({ ...plan, requests: requests(each, asked(quick)) })
        },
      ]),
    )
    await alternate(1, sides)
    const taken = await alternate(rounds(quick), sides)
    const p50 = (size: number) => taken[`${size}`]!.map(({ p50Ms }) => p50Ms)
    for (const { size } of grown) {
      const of = `${name}, of ${size.toLocaleString('en')}`
      figures.push({ name: `${of}: p50`, unit: 'ms', samples: p50(size) })
      if (size > sizes[0]!)
        figures.push({
          name: `${of}: times that of 1,000`,
          unit: '×',
          samples: ratios(p50(size), p50(sizes[0]!)),
        })
    }
  }
  return figures
}

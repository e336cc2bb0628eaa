import { sql } from 'kysely'
import { getStatement } from '#contracts/wallet.endpoints.ts'
import { fillBooks } from './fill-books.ts'
import { fillLeaderboard } from './fill-leaderboard.ts'
import { acts, type Grown } from './growth-acts.ts'
import { load } from './load.ts'
import { makeConvertible } from './make-convertible.ts'
import { fillLinks } from './make-links.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { stockShop } from './orders.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
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
  const { itemId } = await stockShop(site, members)
  await sql`analyze`.execute(site.db)
  return { site, size, members, sold, reported: 0, itemId }
}

const asked = (quick: boolean) => (quick ? 40 : 200)
const rounds = (quick: boolean) => (quick ? 1 : 5)

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

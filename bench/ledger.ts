import { fileURLToPath } from 'node:url'
import { housePoints, move, newParty } from '#server/modules/ledger/public.ts'
import { expiringPoints } from '#testing/points.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { sqlLoad } from './sql-load.ts'
import { ratios } from './statistics.ts'

const clients = 16

/** Points posted through HTTP: bearer, kernel, one transaction, one award. */
export const ledger: Measure = {
  name: 'ledger',
  title: 'Ledger posts through HTTP, 16 clients (a reward of points, by an endpoint of the bench)',
  baseline: 'the same SQL by the driver alone, 16 connections',
  run: async (bench) =>
    await withSite(async (site) => await measure(site, bench), {
      command: [process.execPath, fileURLToPath(new URL('reward-site.ts', import.meta.url))],
    }),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const members = await signInMembers(site, clients)
  const posts = clients * (quick ? 20 : 200)
  let period = 0
  const { origin, databaseUrl } = site
  const parties = Array.from({ length: clients }, newParty)

  const sides = {
    driver: async () => {
      const values = Array.from({ length: posts }, (_, index) => {
        const party = parties[index % clients]!
        const lines = move(housePoints, expiringPoints(party), 10)
        return [party, 'bench-reward', String(period++), null, JSON.stringify(lines)]
      })
      const text = 'select posted_id as "txnId", granted from ledger_grant_award($1, $2, $3, $4, $5)'
      return { ...(await sqlLoad({ databaseUrl, connections: clients, text, values })), p50Ms: 0, p99Ms: 0 }
    },
    http: async () => {
      const requests = Array.from({ length: posts }, (_, index) => ({
        method: 'POST' as const,
        path: '/bench/reward',
        headers: members[index % clients]!,
        body: JSON.stringify({ period: String(period++) }),
      }))
      return await load({ origin, connections: clients, requests, status: 200 })
    },
  }
  say('a warm-up')
  await alternate(1, sides)
  say(`rounds of ${posts} posts each`)
  const taken = await alternate(quick ? 1 : 5, sides)

  const rate = (side: keyof typeof sides) => taken[side].map(({ perSecond }) => perSecond)
  return [
    { name: 'rate', unit: '/s', samples: rate('http'), goal: { text: '≥ 500/s', atLeast: 500 } },
    { name: 'of the same SQL by the driver alone', unit: '×', samples: ratios(rate('http'), rate('driver')) },
    { name: 'p50', unit: 'ms', samples: taken.http.map(({ p50Ms }) => p50Ms) },
    { name: 'p99', unit: 'ms', samples: taken.http.map(({ p99Ms }) => p99Ms) },
    { name: 'the driver alone', unit: '/s', samples: rate('driver') },
  ]
}

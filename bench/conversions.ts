import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { reportConversion } from '#contracts/conversions.endpoints.ts'
import { campaignBudget, memberPending, move } from '#server/modules/ledger/public.ts'
import { load } from './load.ts'
import { makeConvertible, type Convertible } from './make-convertible.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { withSite, type BenchSite } from './site.ts'
import { sqlLoad } from './sql-load.ts'
import { ratios } from './statistics.ts'

const clients = 16

/** Sales reported by a brand's server, each accepted and paid out of one of 40 budgets to one of 25 members. */
export const conversions: Measure = {
  name: 'conversions',
  title: 'Conversion intake, 16 clients, each accepted and paid',
  baseline: 'the ledger post of each by the driver alone, 16 connections',
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const rounds = quick ? 1 : 5
  const reports = clients * (quick ? 20 : 100)
  const sold = await makeConvertible(site, reports * (rounds + 1))
  let taken = 0
  const sides = {
    driver: async () => await postByDriver(site, sold, reports),
    http: async () => {
      const clicks = sold.clicks.slice(taken, (taken += reports))
      return await load({
        origin: site.origin,
        connections: clients,
        status: 201,
        requests: clicks.map(({ clickId }) => ({
          method: 'POST',
          path: reportConversion.path,
          headers: { authorization: `Bearer ${sold.brandKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ eventId: randomUUID(), clickId, type: 'sale' }),
        })),
      })
    },
  }
  say('a warm-up')
  await alternate(1, sides)
  say(`rounds of ${reports} reports each`)
  const figures = await alternate(rounds, sides)
  await assertAllPaid(site, taken)

  const rate = (side: keyof typeof sides) => figures[side].map(({ perSecond }) => perSecond)
  return [
    { name: 'rate', unit: '/s', samples: rate('http') },
    {
      name: 'of its ledger post by the driver alone',
      unit: '×',
      samples: ratios(rate('http'), rate('driver')),
    },
    { name: 'p50', unit: 'ms', samples: figures.http.map(({ p50Ms }) => p50Ms) },
    { name: 'p99', unit: 'ms', samples: figures.http.map(({ p99Ms }) => p99Ms) },
    { name: 'the driver alone', unit: '/s', samples: rate('driver') },
  ]
}

async function postByDriver({ databaseUrl }: BenchSite, { clicks, crels }: Convertible, posts: number) {
  const values = Array.from({ length: posts }, (_, index) => {
    const { campaignId, party } = clicks[index]!
    const lines = move(campaignBudget(campaignId), memberPending(party), crels)
    return ['bench', 'bench', randomUUID(), 'bench', null, JSON.stringify(lines), null]
  })
  const text = 'select posted_id as "txnId", replayed from ledger_post($1, $2, $3, $4, $5, $6, $7)'
  const { perSecond } = await sqlLoad({ databaseUrl, connections: clients, text, values })
  return { perSecond, p50Ms: 0, p99Ms: 0 }
}

async function assertAllPaid({ db }: BenchSite, sent: number): Promise<void> {
  const { rows } = await sql<{ status: string; reason: string | null; paid: number; count: number }>`
    select c.status, c.reason, count(e.id) as paid, count(*) as count
    from conversion c left join earning e on e.conversion_id = c.id group by 1, 2`.execute(db)
  const [first, ...others] = rows
  if (others.length > 0 || first?.status !== 'accepted' || first.paid !== sent || first.count !== sent)
    throw new Error(`Of ${sent} reports not all were paid: ${JSON.stringify(rows)}`)
}

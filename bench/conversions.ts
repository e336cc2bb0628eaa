import { sql } from 'kysely'
import { campaignBudget, memberPending, move } from '#server/modules/ledger/public.ts'
import { newId } from '#server/platform/ids.ts'
import { load } from './load.ts'
import { makeConvertible, reportRequests, type Convertible } from './make-convertible.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { cpuMs, startedCpuMs } from './process-figures.ts'
import { withSite, type BenchSite } from './site.ts'
import { sqlLoad } from './sql-load.ts'
import { ratios } from './statistics.ts'

const clients = 16

/** Sales reported by a brand's server, each accepted and paid out of one of 40 budgets to one of 25 members. */
export const conversions: Measure = {
  name: 'conversions',
  title: 'Conversion intake, 16 clients, each accepted and paid',
  baseline: 'what each writes, in one statement by the driver alone, 16 connections',
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

/** The report, its earning and its post: all that an accepted one writes. */
const written = `
  with posted as (select posted_id from ledger_post('bench', 'bench', $1, 'bench', null, $2, null)),
  sold as (
    insert into conversion (id, brand_id, event_id, request_hash, click_id, link_id, enrolment_id, campaign_id, device,
                            type, occurred_at, status, created_at)
    select $1, $3, $1, $1, $4, $5, $6, $7, 'phone', 'sale', crels_now(), 'accepted', crels_now() from posted
  )
  insert into earning (id, conversion_id, uid, party, campaign_id, enrolment_id, type, crels, state, occurred_at,
                       created_at, unlocks_at)
  select $8, $1, $9, $10, $7, $6, 'sale', $11, 'pending', crels_now(), crels_now(), crels_now() + interval '30 days'
  from posted`

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const rounds = quick ? 1 : 5
  const reports = clients * (quick ? 20 : 100)
  const sold = await makeConvertible(site, reports * (rounds + 1))
  let taken = 0
  const cpu = () => ({ own: cpuMs(site.pid), database: startedCpuMs(site.pid) })
  const sides = {
    driver: async () => await writeByDriver(site, sold, reports),
    http: async () => {
      const clicks = sold.clicks.slice(taken, (taken += reports))
      const cpuBefore = cpu()
      const answers = await load({
        origin: site.origin,
        connections: clients,
        status: 201,
        requests: reportRequests(sold, clicks),
      })
      const each = (whole: number, before: number) => (whole - before) / answers.answers
      const cpuAfter = cpu()
      return {
        ...answers,
        ownCpuMs: each(cpuAfter.own, cpuBefore.own),
        databaseCpuMs: each(cpuAfter.database, cpuBefore.database),
      }
    },
  }
  say('a warm-up')
  await alternate(1, sides)
  say(`rounds of ${reports} reports each`)
  const figures = await alternate(rounds, sides)
  await assertAllPaid(site, taken)

  const rate = (side: keyof typeof sides) => figures[side].map(({ perSecond }) => perSecond)
  return [
    { name: 'rate', unit: '/s', samples: rate('http'), goal: { text: '≥ 500/s', atLeast: 500 } },
    {
      name: 'of what it writes',
      unit: '×',
      samples: ratios(rate('http'), rate('driver')),
      goal: { text: '≥ 0.5 ×', atLeast: 0.5 },
    },
    { name: 'p50', unit: 'ms', samples: figures.http.map(({ p50Ms }) => p50Ms) },
    { name: 'p99', unit: 'ms', samples: figures.http.map(({ p99Ms }) => p99Ms) },
    { name: 'CPU of the process for one', unit: 'ms', samples: figures.http.map(({ ownCpuMs }) => ownCpuMs) },
    {
      name: 'CPU of PostgreSQL for one',
      unit: 'ms',
      samples: figures.http.map(({ databaseCpuMs }) => databaseCpuMs),
    },
    { name: 'the driver alone', unit: '/s', samples: rate('driver') },
  ]
}

async function writeByDriver(
  { databaseUrl }: BenchSite,
  { brandId, clicks, crels }: Convertible,
  count: number,
) {
  const values = Array.from({ length: count }, (_, index) => {
    const { clickId, enrolmentId, campaignId, uid, party } = clicks[index]!
    const lines = JSON.stringify(move(campaignBudget(campaignId), memberPending(party), crels))
    const [id, earningId] = [newId('conversion'), newId('earning')]
    // Of no link that HTTP has: else its reports would look like a burst.
    const linkId = newId('link')
    return [id, lines, brandId, clickId, linkId, enrolmentId, campaignId, earningId, uid, party, crels]
  })
  const { perSecond } = await sqlLoad({ databaseUrl, connections: clients, text: written, values })
  return { perSecond, p50Ms: 0, p99Ms: 0, ownCpuMs: 0, databaseCpuMs: 0 }
}

async function assertAllPaid({ db }: BenchSite, sent: number): Promise<void> {
  const { rows } = await sql<{ status: string; reason: string | null; paid: number; count: number }>`
    select c.status, c.reason, count(e.id) as paid, count(*) as count
    from conversion c left join earning e on e.conversion_id = c.id
    where c.event_id not like 'cnv\\_%' group by 1, 2`.execute(db)
  const [first, ...others] = rows
  if (others.length > 0 || first?.status !== 'accepted' || first.paid !== sent || first.count !== sent)
    throw new Error(`Of ${sent} reports not all were paid: ${JSON.stringify(rows)}`)
}

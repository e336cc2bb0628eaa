import { sql } from 'kysely'
import {
  getAnalyticsBreakdown,
  getAnalyticsSummary,
  getAnalyticsTimeseries,
  getPublicAnalytics,
} from '#contracts/analytics.endpoints.ts'
import { getUsdToCrels } from '#contracts/exchange.endpoints.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const clients = 4

/**
 * 200 members' 20 links, each visited in 15 quarters of an hour on each of 60 days, 28 times each: 100.8 million in 3.6
 * million rows.
 */
const scale = { members: 200, links: 20, days: 60, quarters: 15, clicks: 28, leads: 100 }

/** What the analytics screen asks for, of a site with 100 million clicks in its rollups. */
export const analytics: Measure = {
  name: 'analytics',
  title:
    'Analytics of a member with 500 000 clicks and 2 000 leads on 20 links, 100 million clicks in the rollups, 4 clients',
  baseline: 'one row read through the same kernel (the exchange rate)',
  onlyByName: true,
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  say('members, links and rollups')
  const headers = await signInMembers(site, clients)
  // A member is made by their first call.
  await Promise.all(
    headers.map((one) => fetch(`${site.origin}${getAnalyticsSummary.path}`, { headers: one })),
  )
  const made = quick ? { ...scale, members: 20 } : scale
  const { clicks, rows } = await makeRollups(site, made)
  say(`${Math.round(clicks / 1e6)} million clicks in ${rows} rows`)
  const asked = clients * (quick ? 10 : 50)
  const ask = async (path: string) =>
    await load({
      origin: site.origin,
      connections: clients,
      status: 200,
      requests: Array.from({ length: asked }, (_, index) => ({ path, headers: headers[index % clients]! })),
    })
  await expectCounted(site, headers[0]!)
  const sides = {
    row: async () => await ask(getUsdToCrels.path),
    summary: async () => await ask(getAnalyticsSummary.path),
    series: async () => await ask(getAnalyticsTimeseries.path),
    breakdown: async () => await ask(`${getAnalyticsBreakdown.path}?by=country`),
  }
  say('a warm-up')
  await alternate(1, sides)
  say(`rounds of ${asked} answers each`)
  const taken = await alternate(quick ? 1 : 5, sides)
  const startedAt = performance.now()
  await fetch(`${site.origin}${getPublicAnalytics.path}`)
  const publicMs = performance.now() - startedAt
  const p95 = (side: keyof typeof sides) => taken[side].map(({ p95Ms }) => p95Ms)
  const p50 = (side: keyof typeof sides) => taken[side].map(({ p50Ms }) => p50Ms)
  return [
    {
      name: 'summary of 30 days: p95',
      unit: 'ms',
      samples: p95('summary'),
      goal: { text: '< 50 ms', below: 50 },
    },
    { name: 'summary: p50', unit: 'ms', samples: p50('summary') },
    { name: 'summary: times the p50 of one row', unit: '×', samples: ratios(p50('summary'), p50('row')) },
    { name: 'series by day: p95', unit: 'ms', samples: p95('series') },
    { name: 'by country: p95', unit: 'ms', samples: p95('breakdown') },
    { name: 'p50 of one row', unit: 'ms', samples: p50('row') },
    { name: 'totals of the site, counted anew', unit: 'ms', samples: [publicMs] },
  ]
}

/** Links and rollups as the loader leaves them, the signed-in members' among those of many; answers the clicks. */
async function makeRollups(site: BenchSite, plan: typeof scale) {
  const { db } = site
  const { members, links, days, quarters, clicks } = plan
  await sql`
    insert into link (id, code, kind, owner_uid, destination_url)
    select new_id('lnk'), 'bench-' || owner || '-' || n, 'own',
           coalesce((select uid from member order by uid offset owner limit 1), 'nobody-' || owner), 'https://own.example/'
    from generate_series(0, ${sql.lit(members - 1)}) owner, generate_series(1, ${sql.lit(links)}) n`.execute(
    db,
  )
  await makeEarnings(site, plan)
  return await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    // An index that is made afterwards takes a quarter of the time.
    const key = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'click_quarter_pkey'`.execute(
      one,
    )
    await sql`alter table click_quarter drop constraint click_quarter_pkey`.execute(one)
    // By time, as the loader writes them: a member's rows lie among everybody's.
    for (let day = days; day >= 1; day -= 1) {
      const moments = sql`
        link l, generate_series(1, ${sql.lit(quarters)}) slot,
        lateral (select date_trunc('day', crels_now(), 'UTC') - ${sql.lit(day)} * interval '1 day'
                        + slot * interval '90 minutes' as quarter) q`
      await sql`
        insert into click_quarter (link_id, quarter, clicks, uniques)
        select l.id, q.quarter, ${clicks}, ${clicks / 2} from ${moments} order by q.quarter`.execute(one)
      await sql`
        insert into click_breakdown (link_id, quarter, dimension, value, clicks, uniques)
        select l.id, q.quarter, 'country', v.value, ${clicks / 4}, 1 from ${moments},
          (values ('DE'), ('FR'), ('US'), ('NP')) v (value)
        where l.owner_uid not like 'nobody-%' order by q.quarter`.execute(one)
    }
    await sql`
      insert into click_utc_day (link_id, day, clicks, uniques)
      select link_id, (quarter at time zone 'UTC')::date, sum(clicks), sum(uniques)
      from click_quarter group by 1, 2 order by 2`.execute(one)
    await sql`alter table click_quarter add constraint click_quarter_pkey ${sql.raw(key.rows[0]!.definition)}`.execute(
      one,
    )
    // As autovacuum does after each 100 000 rows.
    await sql`vacuum (analyze)`.execute(one)
    const { rows } = await sql<{ clicks: number; rows: number }>`
      select sum(clicks)::bigint as clicks, count(*) as rows from click_quarter`.execute(one)
    return rows[0]!
  })
}

/** As many leads on each link of those who are signed in, spread over the days: 2 000 a member, accepted and waiting. */
async function makeEarnings({ db }: BenchSite, { days, leads }: typeof scale): Promise<void> {
  await sql`
    with lead as (
      insert into conversion (id, brand_id, event_id, request_hash, click_id, link_id, enrolment_id, campaign_id, type,
                              occurred_at, created_at, status)
      select new_id('cnv'), 'bench', l.id || n, '', 'bench', l.id, l.id, 'bench', 'lead',
             crels_now() - at, crels_now() - at, 'accepted'
      from link l, generate_series(1, ${sql.lit(leads)}) n,
        lateral (select n * ${sql.lit(days / leads)} * interval '1 day' as at) a
      where l.owner_uid not like 'nobody-%' order by at desc
      returning id, link_id, occurred_at)
    insert into earning (id, conversion_id, uid, party, campaign_id, enrolment_id, type, crels, state, occurred_at,
                         created_at, unlocks_at)
    select new_id('ern'), lead.id, l.owner_uid, l.owner_uid, 'bench', l.id, 'lead', 10, 'pending', occurred_at, occurred_at,
           occurred_at + interval '90 days'
    from lead join link l on l.id = lead.link_id order by occurred_at`.execute(db)
}

/** A wrong answer is quick. */
async function expectCounted({ origin }: BenchSite, headers: Record<string, string>): Promise<void> {
  const { days, links, quarters, clicks } = scale
  const response = await fetch(`${origin}${getAnalyticsTimeseries.path}`, { headers })
  const { items, previous } = (await response.json()) as {
    items: { statistics: { clicks: number } }[]
    previous: { statistics: { clicks: number } }[]
  }
  const counted = [...items, ...previous].reduce((sum, { statistics }) => sum + statistics.clicks, 0)
  // Today has none yet, so 59 of the 60 days are looked at.
  const expected = (days - 1) * links * quarters * clicks
  if (counted !== expected) throw new Error(`${counted} clicks were counted, not ${expected}`)
}

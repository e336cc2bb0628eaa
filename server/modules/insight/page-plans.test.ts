import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { bucketsOf } from '#rules/analytics-buckets.ts'
import { periodOf } from '#rules/analytics-period.ts'
import { visitsByCampaignSql } from '#server/modules/clicks/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { addUpMonth } from './add-up-days.ts'
import { campaignsSql, partsOf } from './insight-campaigns.ts'
import { partsSql } from './show-insight.ts'

let app: TestApp

const zone = 'Asia/Kathmandu'
const period = periodOf({ from: '2026-06-01', to: '2026-08-29' }, zone)
const statistics = '1, 1, 1, 0, 0, 100, 84'

/** Two years of an installation with 300 campaigns. */
beforeAll(async () => {
  app = await startTestApp()
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query(`
    insert into insight_quarter (quarter, clicks)
      select timestamptz '2025-01-01Z' + i * interval '15 minutes', 1 from generate_series(0, 70000) i;
    insert into insight_day
      select date '2025-01-01' + d, 0, 0, 0, 0, 0, 0, 96, 0, 0, 0, 0, 0, 0, 0 from generate_series(0, 729) d;
    insert into insight_campaign_day
      select date '2025-01-01' + d, 'cmp_' || c, ${statistics} from generate_series(0, 729) d, generate_series(1, 300) c;
    insert into insight_campaign_quarter
      select timestamptz '2025-01-01Z' + i * interval '15 minutes', 'cmp_' || i % 300, ${statistics}
      from generate_series(0, 70000) i;
    insert into click_quarter (link_id, quarter, clicks)
      select 'lnk_' || i % 20000, timestamptz '2025-01-01Z' + i / 5 * interval '15 minutes', 1 from generate_series(0, 300000) i`)
  await inTransaction(app.db, async (tx) => {
    for (let month = 0; month < 24; month += 1)
      await addUpMonth(tx, new Date(Date.UTC(2025, month, 7)).toISOString().slice(0, 10))
  })
  await owner.query(
    'vacuum analyze insight_quarter, insight_day, insight_campaign_day, insight_campaign_month, insight_campaign_quarter, click_quarter',
  )
  await owner.end()
})
afterAll(async () => await app.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** What a query reads: its ways into tables of counts, and how many blocks. */
async function readsOf(query: RawBuilder<unknown>): Promise<{ scans: string[]; blocks: number }> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, buffers, format json) ${query}`.execute(app.db)
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
  const scansOf = (node: Plan): string[] => [
    ...(node['Relation Name'] ? [`${node['Node Type']} ${node['Relation Name']}`] : []),
    ...(node.Plans ?? []).flatMap(scansOf),
  ]
  return { scans: scansOf(plan), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}

/** The days that campaigns have here. */
const counted = { first: Date.parse('2025-01-01Z'), last: Date.parse('2026-12-31Z') }
const byCost = { sort: 'cost', order: 'asc', limit: 50 } as const

const whole = (table: string) => `Seq Scan ${table}`

test('three months of days read their quarters alone', async () => {
  const starts = bucketsOf(period, 'day', zone).map(({ startsAt }) => startsAt)
  const { scans, blocks } = await readsOf(partsSql(starts, period.endsAt))
  expect(scans).not.toContain(whole('insight_quarter'))
  expect(blocks).toBeLessThan(400)
})

test('two years of months read whole days, and quarters of the days in which a month ends', async () => {
  const years = periodOf({ from: '2025-01-01', to: '2026-12-31' }, zone)
  const starts = bucketsOf(years, 'month', zone).map(({ startsAt }) => startsAt)
  const { scans, blocks } = await readsOf(partsSql(starts, years.endsAt))
  expect(scans).not.toContain(whole('insight_quarter'))
  expect(blocks).toBeLessThan(150)
})

test('three months by campaign read whole days, and quarters of two', async () => {
  const { scans, blocks } = await readsOf(campaignsSql(period, byCost, counted))
  expect(scans).not.toContain(whole('insight_campaign_day'))
  expect(scans).not.toContain(whole('insight_campaign_quarter'))
  expect(blocks).toBeLessThan(1_500)
})

test('all time by campaign reads months, where it begins with what is counted and ends now', async () => {
  for (const where of ['UTC', zone, 'America/New_York']) {
    const years = periodOf({ from: '2025-01-01', to: '2026-12-31' }, where)
    const { scans, blocks } = await readsOf(campaignsSql(years, byCost, counted))
    expect(scans, where).not.toContain(whole('insight_campaign_day'))
    expect(scans, where).not.toContain(whole('insight_campaign_quarter'))
    // 219,000 days of campaigns are 2,800 blocks and more.
    expect(blocks, where).toBeLessThan(where === 'UTC' ? 300 : 1_200)
  }
})

test('months, days and quarters of campaigns add up to what days and quarters say', async () => {
  // The table of campaigns names who is listed: these are rows of counts alone.
  await sql`
    insert into insight_campaign_quarter
    select timestamptz '2025-01-01Z' + i * interval '15 minutes', 'cmp_x', i, 0, 0, 0, 0, 0, 1 from generate_series(0, 70079) i`.execute(
    app.db,
  )
  await sql`
    insert into insight_campaign_day
    select (quarter at time zone 'UTC')::date, campaign_id, sum(clicks), 0, 0, 0, 0, 0, sum(crels)
    from insight_campaign_quarter where campaign_id = 'cmp_x' group by 1, 2`.execute(app.db)
  await inTransaction(app.db, async (tx) => {
    for (let month = 0; month < 24; month += 1)
      await addUpMonth(tx, new Date(Date.UTC(2025, month, 28)).toISOString().slice(0, 10))
  })
  for (const where of ['UTC', zone, 'America/New_York', 'Pacific/Kiritimati'])
    for (const [from, to] of [
      ['2025-01-01', '2026-12-31'],
      ['2024-11-05', '2027-02-02'],
      ['2025-01-20', '2026-12-12'],
      ['2025-02-01', '2025-02-28'],
      ['2025-03-31', '2025-04-01'],
      ['2024-01-01', '2024-12-31'],
      ['2026-12-30', '2027-03-01'],
    ] as const) {
      const asked = periodOf({ from, to }, where)
      const { rows: read } = await sql<{ clicks: number; crels: number }>`
        select coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(crels), 0)::bigint as crels
        from (${partsOf(asked, counted)}) part where campaign_id = 'cmp_x'`.execute(app.db)
      const { rows: plain } = await sql`
        select coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(crels), 0)::bigint as crels
        from insight_campaign_quarter where campaign_id = 'cmp_x'
          and quarter >= ${new Date(asked.startsAt)} and quarter < ${new Date(asked.endsAt)}`.execute(app.db)
      expect(read, `${from} to ${to} in ${where}`).toEqual(plain)
    }
})

test('a day of visits is found by time among those of two years', async () => {
  const span = { from: new Date('2026-08-01T00:00:00Z'), until: new Date('2026-08-02T00:00:00Z') }
  const { scans, blocks } = await readsOf(visitsByCampaignSql(span))
  expect(scans).not.toContain(whole('click_quarter'))
  expect(blocks).toBeLessThan(400)
})

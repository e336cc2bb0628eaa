import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Breakdown, Statistics, Timeseries } from '#contracts/analytics.schemas.ts'
import { breakdownKeys, type BreakdownKey } from '#contracts/analytics.constants.ts'
import { HOURLY_DAYS_MAX, INTERVALS } from '#rules/analytics-buckets.ts'
import { addDays } from '#rules/local-date.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { partyOf } from '#testing/redeemers.ts'
import { loadClicks, recordClickPay, recordConversions, type Target } from './analytics-agree.fixture.ts'

/**
 * Every figure of the analytics is what a plain count of clicks and earnings says, by the database's own calendar:
 * nothing of the rollups, nor of our arithmetic of zones, is asked.
 */
let app: TestApp
let member: TestMember
let campaigns: string[]
let ownLink: string

beforeAll(async () => {
  app = await startTestApp()
  ;[member, campaigns] = [
    await createMember(app),
    [(await createCampaign(app)).id, (await createCampaign(app)).id],
  ]
  const other = await createMember(app)
  ownLink = await ownNew()
  const removedLink = await ownNew()
  const nobodys = { uid: member.uid, party: '', enrolmentId: null, campaignId: null, brandId: null }
  const targets = [
    { linkId: ownLink, ...nobodys },
    { linkId: removedLink, ...nobodys },
    ...(await Promise.all(
      [member, other].flatMap((who) => campaigns.map(async (campaignId) => await joined(who, campaignId))),
    )),
  ]
  await loadClicks(app, targets, 700)
  await recordConversions(app, targets, 120)
  await recordClickPay(app, targets, 20)
  // What was, was: a campaign that was left, and a link that was removed, keep their statistics.
  await gone(`/api/v1/campaigns/${campaigns[1]}/enrolment`)
  await gone(`/api/v1/shortlinks/${removedLink}`)
})
afterAll(async () => await app.close())

/** A link of the member's own, of no campaign. */
async function ownNew(): Promise<string> {
  const created = await app.server.inject({
    method: 'POST',
    url: '/api/v1/shortlinks',
    headers: member.headers,
    payload: { destinationUrl: 'https://own.example/' },
  })
  return created.json().id
}

async function gone(url: string): Promise<void> {
  const { statusCode, body } = await app.server.inject({ method: 'DELETE', url, headers: member.headers })
  expect([200, 204], body).toContain(statusCode)
}

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
]
const asked = fc.record({
  zone: fc.constantFrom(...zones),
  from: fc
    .tuple(
      fc.constantFrom('2025-03-05', '2025-03-27', '2025-10-01', '2025-10-22'),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([date, days]) => addDays(date, days)),
  days: fc.integer({ min: 1, max: 20 }),
  only: fc.constantFrom('everything', 'campaign', 'link'),
  interval: fc.constantFrom(...INTERVALS),
  by: fc.constantFrom(...breakdownKeys),
  limit: fc.constantFrom(1, 2, 100),
})

test('every figure is what a plain count of clicks and earnings says', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ zone, from, days, only, interval, by, limit }) => {
      const to = addDays(from, days - 1)
      const scope = {
        campaign: only === 'campaign' ? campaigns[0] : undefined,
        link: only === 'link' ? ownLink : undefined,
      }
      const query = { zone, from, to, ...scope }
      const asking = { zone, from, to, scope }
      const before = { ...asking, from: addDays(from, -days), to: addDays(from, -1) }

      const summary = await read('summary', query)
      expect(counted(summary.statistics)).toEqual((await plainly(asking)).get(''))
      expect(counted(summary.previous)).toEqual((await plainly(before)).get(''))

      if (interval !== 'hour' || days <= HOURLY_DAYS_MAX) {
        const series: Timeseries = await read('timeseries', { ...query, interval })
        expect(total(series.items.map(({ statistics }) => statistics))).toEqual(counted(summary.statistics))
        expect(total(series.previous.map(({ statistics }) => statistics))).toEqual(counted(summary.previous))
        if (interval === 'day' || interval === 'hour')
          expect(
            notNothing(series.items.map((item) => [item[keyOfPart(interval)], item.statistics])),
          ).toEqual(await plainly(asking, interval))
      }

      const breakdown: Breakdown = await read('breakdown', { ...query, by, limit: String(limit) })
      const parts = await plainly(asking, by)
      const items = notNothing(breakdown.items.map(({ key, statistics }) => [key ?? '', statistics]))
      expect(items).toEqual(new Map([...parts].filter(([key]) => items.has(key))))
      expect(items.size).toBe(Math.min(limit, parts.size))
      expect(total([...items.values(), counted(breakdown.others.statistics)])).toEqual(
        total([...parts.values()]),
      )
    }),
    { numRuns: Number(process.env.ANALYTICS_RUNS ?? 25) },
  )
})

type Counts = Pick<Statistics, 'clicks' | 'uniques' | 'conversions' | 'crels' | 'pendingCrels'>

const counted = ({ clicks, uniques, conversions, crels, pendingCrels }: Counts): Counts => ({
  clicks,
  uniques,
  conversions,
  crels,
  pendingCrels,
})
const none: Counts = { clicks: 0, uniques: 0, conversions: 0, crels: 0, pendingCrels: 0 }

function total(all: Counts[]): Counts {
  return all.reduce((sum, one) => {
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += one[name]
    return sum
  }, counted(none))
}

const keyOfPart = (interval: 'day' | 'hour') => (interval === 'day' ? 'date' : 'startsAt')

/** By key, those where something happened. */
function notNothing(rows: [string, Statistics][]): Map<string, Counts> {
  const map = new Map(rows.map(([key, statistics]) => [key, counted(statistics)]))
  for (const [key, counts] of map) if (Object.values(counts).every((count) => count === 0)) map.delete(key)
  return sorted(map)
}

function sorted(map: Map<string, Counts>): Map<string, Counts> {
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A count of raw clicks and earnings by SQL: all together under '', or by part of time or origin. */
async function plainly(
  days: { zone: string; from: string; to: string; scope: { campaign?: string; link?: string } },
  by?: BreakdownKey | 'day' | 'hour',
): Promise<Map<string, Counts>> {
  const { zone, from, to, scope } = days
  const date = (at: string) => sql`(${sql.ref(at)} at time zone ${zone})::date`
  // Hours are counted from the day's first moment, which differs from those of the clock where it moves by half of one.
  const hour = (at: string) => sql`to_char(date_bin('1 hour', ${sql.ref(at)},
    (${date(at)})::timestamp at time zone ${zone}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
  const key = (columns: Record<BreakdownKey, string>, at: string) => {
    if (by === undefined) return sql`''`
    if (by === 'day') return sql`${date(at)}::text`
    return by === 'hour' ? hour(at) : sql`coalesce(${sql.ref(columns[by])}, '')`
  }
  const clickColumns = {
    campaign: 'l.campaign_id',
    link: 'l.id',
    country: 'c.country',
    device: 'c.device',
    referrer: 'c.referrer_host',
    sub: 'c.sub_id',
  }
  const { rows: clicks } = await sql<Counts & { key: string }>`
    with first as (
      select distinct on (link_id, visitor, (at at time zone 'UTC')::date) id from click where countable
      order by link_id, visitor, (at at time zone 'UTC')::date, id)
    select ${key(clickColumns, 'c.at')} as key, count(*) as clicks, count(f.id) as uniques
    from click c join link l on l.id = c.link_id left join first f on f.id = c.id
    where l.owner_uid = ${member.uid} and c.countable and ${date('c.at')} between ${from} and ${to}
      ${scope.campaign ? sql`and l.campaign_id = ${scope.campaign}` : sql``}
      ${scope.link ? sql`and l.id = ${scope.link}` : sql``}
    group by 1`.execute(app.db)
  const { rows: earned } = await sql<Counts & { key: string }>`
    select ${key({ ...clickColumns, campaign: 'c.campaign_id', link: 'c.link_id' }, 'c.occurred_at')} as key,
      count(*) filter (where c.status <> 'rejected') as conversions,
      coalesce(sum(e.crels - e.reversed_crels) filter (where e.state <> 'under_review'), 0)::bigint as crels,
      coalesce(sum(e.crels - e.reversed_crels) filter (where e.state = 'pending'), 0)::bigint as "pendingCrels"
    from conversion c join link l on l.id = c.link_id left join earning e on e.conversion_id = c.id
    where l.owner_uid = ${member.uid} and ${date('c.occurred_at')} between ${from} and ${to}
      ${scope.campaign ? sql`and l.campaign_id = ${scope.campaign}` : sql``}
      ${scope.link ? sql`and l.id = ${scope.link}` : sql``}
    group by 1`.execute(app.db)
  const counts = new Map<string, Counts>(by === undefined ? [['', none]] : [])
  const add = (of: string, row: Partial<Counts>) =>
    counts.set(of, total([counts.get(of) ?? none, { ...none, ...row }]))
  for (const { key: of, ...row } of [...clicks, ...earned]) add(of, row)
  const paid = { ...clickColumns, campaign: 'c.campaign_id', link: 'o.link_id', country: 'o.country' }
  const places = { ...paid, device: 'o.device', referrer: 'o.referrer_host', sub: 'o.sub_id' }
  for (const [of, row] of await paidForClicks(days, key(places, 'c.occurred_at'))) add(of, row)
  for (const [of, row] of counts)
    if (by !== undefined && Object.values(row).every((count) => count === 0)) counts.delete(of)
  return sorted(counts)
}

/** Earnings of clicks, which have no conversion, by the links and places that brought them. */
async function paidForClicks(
  { zone, from, to, scope }: Parameters<typeof plainly>[0],
  key = sql`''`,
): Promise<Map<string, Counts>> {
  const { rows } = await sql<{ key: string; crels: number; pendingCrels: number }>`
    select ${key} as key, coalesce(sum(o.crels) filter (where c.state <> 'reversed'), 0)::bigint as crels,
           coalesce(sum(o.crels) filter (where c.state = 'pending'), 0)::bigint as "pendingCrels"
    from earning c join earning_origin o on o.earning_id = c.id
    where c.uid = ${member.uid} and c.type = 'click'
      and (c.occurred_at at time zone ${zone})::date between ${from} and ${to}
      ${scope.campaign ? sql`and c.campaign_id = ${scope.campaign}` : sql``}
      ${scope.link ? sql`and o.link_id = ${scope.link}` : sql``}
    group by 1`.execute(app.db)
  return new Map(rows.map(({ key: of, ...row }) => [of, { ...none, ...row }]))
}

async function read(what: string, query: Record<string, string | undefined>) {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const response = await app.server.inject({
    url: `/api/v1/analytics/${what}?${new URLSearchParams(given).toString()}`,
    headers: member.headers,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

async function joined(who: TestMember, campaignId: string): Promise<Target> {
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const { id, link } = (await app.server.inject({ method: 'POST', url, headers: who.headers })).json()
  const { rows } = await sql<{ brandId: string }>`
    select brand_id as "brandId" from campaign where id = ${campaignId}`.execute(app.db)
  const party = await partyOf(app, who)
  return { linkId: link.id, uid: who.uid, party, enrolmentId: id, campaignId, brandId: rows[0]!.brandId }
}

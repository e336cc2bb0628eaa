import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'

let app: TestApp
let member: TestMember
let stranger: TestMember
let link: { id: string; code: string }
let campaign: { id: string; title: string; brand: { id: string; name: string } }

beforeAll(async () => {
  app = await startTestApp()
  ;[member, stranger] = [await createMember(app), await createMember(app)]
  const brand = await createBrand(app, { name: 'Mugs & Co' })
  const title = '=Sum of all; "mugs"'
  const { id } = await createCampaign(app, { title, brandId: brand.id })
  campaign = { id, title, brand: { id: brand.id, name: brand.name } }
  const url = `/api/v1/campaigns/${id}/enrolment`
  link = (await app.server.inject({ method: 'POST', url, headers: member.headers })).json().link
  for (const [digit, sub] of [
    [1, 'bio'],
    [2, 'bio'],
    [3, 'post'],
  ])
    await app.server.inject({
      url: `/s/${link.code}?sub=${sub}`,
      headers: {
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      },
      remoteAddress: `198.51.100.${digit}`,
    })
  await app.clicks.flush()
})
afterAll(async () => await app.close())

async function get(path: string, { headers }: Pick<TestMember, 'headers'> = member, accept?: string) {
  const url = `/api/v1/analytics/${path}`
  return await app.server.inject({ url, headers: { ...headers, ...(accept ? { accept } : {}) } })
}

test('a click appears in the statistics of today, and not in another member’s', async () => {
  const summary = (await get('summary?zone=Asia/Kathmandu')).json()
  expect(summary).toMatchObject({
    timeZone: 'Asia/Kathmandu',
    statistics: {
      clicks: 3,
      uniques: 3,
      conversions: 0,
      crels: 0,
      conversionRateBps: 0,
      milliCrelsPerClick: 0,
    },
    previous: { clicks: 0, conversionRateBps: null },
    changes: { clicks: null },
  })
  const series = (await get('timeseries')).json()
  expect(series).toMatchObject({ timeZone: 'UTC', interval: 'day' })
  expect([series.items.length, series.previous.length]).toEqual([30, 30])
  expect((await get('summary', stranger)).json()).toMatchObject({ statistics: { clicks: 0 } })
})

test('a breakdown names links and campaigns; what is not listed is in the others', async () => {
  const named = (await get('breakdown?by=link')).json()
  expect(named.items).toMatchObject([
    { key: link.id, code: link.code, title: '=Sum of all; "mugs"', campaign, statistics: { clicks: 3 } },
  ])
  expect((await get('breakdown?by=campaign')).json().items).toMatchObject([
    { key: campaign.id, code: null, title: campaign.title, campaign, statistics: { clicks: 3 } },
  ])
  const one = (await get('breakdown?by=sub&limit=1')).json()
  expect(one.items).toMatchObject([{ key: 'bio', title: null, campaign: null, statistics: { clicks: 2 } }])
  expect(one.others).toMatchObject({ count: 1, statistics: { clicks: 1, uniques: 1 } })
  expect((await get('breakdown?by=country')).json().items).toMatchObject([
    { key: 'AU', statistics: { clicks: 3 } },
  ])
})

test('each is a file on request, complete and free of formulas', async () => {
  const file = await get('breakdown?by=link&limit=1', member, 'text/csv')
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="crels-by-link.csv"',
  })
  expect(file.body).toBe(
    'link,title,code,brand,clicks,uniques,conversions,crels,pendingCrels,conversionRateBps,milliCrelsPerClick\r\n' +
      `${link.id},"'=Sum of all; ""mugs""",${link.code},Mugs & Co,3,3,0,0,0,0,0\r\n`,
  )
  const rows = async (path: string) => (await get(path, member, 'text/csv')).body.trim().split('\r\n')
  expect(await rows('breakdown?by=sub&limit=1')).toHaveLength(3)
  expect(
    await rows('timeseries?from=2025-03-30&to=2025-03-30&zone=Europe/Berlin&interval=hour'),
  ).toHaveLength(24)
  expect(await rows('summary')).toHaveLength(3)
})

test.each([
  ['summary?from=2026-11-02&to=2026-11-01', 'query.from'],
  ['summary?from=2019-12-31&to=2020-01-01', 'query.from'],
  ['summary?from=2022-01-01&to=2024-12-31', 'query.from'],
  ['summary?from=2149-12-30&to=2150-01-02', 'query.to'],
  ['summary?from=2026-02-30', 'query.from'],
  ['timeseries?zone=Mars/Olympus', 'query.zone'],
  ['timeseries?zone=%2B02:00', 'query.zone'],
  ['timeseries?from=2026-01-01&to=2026-02-01&interval=hour', 'query.interval'],
  ['breakdown', 'query.by'],
  ['breakdown?by=planet', 'query.by'],
  ['breakdown?by=link&limit=101', 'query.limit'],
])('refuses %s', async (path, where) => {
  const response = await get(path)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'validation_failed', issues: [{ path: where }] })
})

test('a link of another member is not found; a campaign without own links has no statistics', async () => {
  expect((await get(`summary?link=${link.id}`, stranger)).json()).toMatchObject({ code: 'not_found' })
  expect((await get(`summary?campaign=cmp_${'0'.repeat(32)}`)).json()).toMatchObject({
    statistics: { clicks: 0 },
  })
})

test('shows everyone the totals of all', async () => {
  const response = await app.server.inject({ url: '/api/v1/analytics/public' })
  expect(response.json()).toMatchObject({ members: 2, campaigns: 1, clicks: 3, conversions: 0, crels: 0 })
})

test('what the loader counted together is with the others; in a file it is a row', async () => {
  const sub = await someLinkOf(stranger)
  await sql`insert into click_quarter (link_id, quarter, clicks, uniques)
    values (${sub}, date_bin('15 minutes', crels_now(), '2000-01-01Z'), 9, 4)`.execute(app.db)
  await sql`insert into click_utc_day (link_id, day, clicks, uniques)
    select link_id, (quarter at time zone 'UTC')::date, clicks, uniques from click_quarter
    where link_id = ${sub}`.execute(app.db)
  await sql`insert into click_breakdown (link_id, quarter, dimension, value, clicks, uniques)
    select link_id, quarter, 'sub', v.value, v.clicks, v.uniques from click_quarter,
      (values ('(others)', 5, 2), ('bio', 3, 1)) v (value, clicks, uniques) where link_id = ${sub}`.execute(
    app.db,
  )
  const counted = (await get('breakdown?by=sub', stranger)).json()
  expect(counted.items).toMatchObject([
    { key: 'bio', statistics: { clicks: 3 } },
    { key: null, statistics: { clicks: 1, uniques: 1 } },
  ])
  expect(counted.others).toMatchObject({ count: 1, statistics: { clicks: 5, uniques: 2 } })
  expect((await get('breakdown?by=sub&limit=1', stranger, 'text/csv')).body).toContain('\r\n(others),,,5,2,')
})

test('a file adds up to the whole, also with more values than are listed one by one', async () => {
  const busy = await createMember(app)
  const sub = await someLinkOf(busy)
  await sql`insert into click_quarter (link_id, quarter, clicks, uniques)
    values (${sub}, date_bin('15 minutes', crels_now(), '2000-01-01Z'), 5030, 5020)`.execute(app.db)
  await sql`insert into click_utc_day (link_id, day, clicks, uniques)
    select link_id, (quarter at time zone 'UTC')::date, clicks, uniques from click_quarter
    where link_id = ${sub}`.execute(app.db)
  await sql`insert into click_breakdown (link_id, quarter, dimension, value, clicks, uniques)
    select link_id, quarter, 'sub', v.value, v.clicks, 1 from click_quarter, (
      select 'sub-' || n as value, 1 as clicks from generate_series(1, 5009) n
      union all values ('(others)', 2)) v (value, clicks) where link_id = ${sub}`.execute(app.db)
  const { body } = await get('breakdown?by=sub', busy, 'text/csv')
  const [, ...rows] = body.trim().split('\r\n')
  const sum = (column: number) => rows.reduce((all, row) => all + Number(row.split(',')[column]), 0)
  expect([sum(3), sum(4)]).toEqual([5030, 5020])
  expect(rows.filter((row) => row.startsWith('(others),'))).toHaveLength(1)
  expect(rows.at(-1)).toMatch(/^\(others\),,,31,/)
})

async function someLinkOf({ headers }: TestMember): Promise<string> {
  const payload = { destinationUrl: 'https://own.example/' }
  return (await app.server.inject({ method: 'POST', url: '/api/v1/shortlinks', headers, payload })).json().id
}

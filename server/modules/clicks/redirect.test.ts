import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { clickCounts, findClick } from './click-queries.ts'
import { someId, someLink } from '#testing/links.ts'
import { clickIdOf, phone, visit } from '#testing/visits.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  origin = await app.listen()
})
afterAll(() => app.close())

async function recorded(clickId: string) {
  await app.clicks.flush()
  const { rows } = await sql<Record<string, unknown>>`select * from click where id = ${clickId}`.execute(
    app.db,
  )
  return rows[0]
}

test('redirects with the click’s id, forbids caches to keep it, and records the visit', async () => {
  const enrolmentId = someId('enr')
  const link = await someLink(app.db, {
    enrolmentId,
    destinationUrl: 'https://brand.example/shop?a=1&b=%20x+y&c#top',
  })
  const before = Date.now()
  const answer = await visit(origin, `/s/${link.code}`, {
    referer: 'https://www.YouTube.com:443/watch?v=secret',
  })
  expect(answer.status).toBe(302)
  expect(answer.body).toBe('')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.headers.location).toMatch(
    /^https:\/\/brand\.example\/shop\?a=1&b=%20x\+y&c&crels_click=clk_[0-9a-f]{32}#top$/,
  )
  const clickId = clickIdOf(answer)
  const click = await recorded(clickId)
  expect(click).toMatchObject({
    link_id: link.id,
    countable: true,
    reason: null,
    country: null,
    device: 'phone',
    referrer_host: 'www.youtube.com',
    sub_id: null,
  })
  expect((click!.at as Date).getTime()).toBeGreaterThanOrEqual(before)
  expect((click!.at as Date).getTime()).toBeLessThanOrEqual(Date.now())
  expect(await findClick(app.db, clickId)).toEqual({
    clickId,
    linkId: link.id,
    ownerUid: expect.stringMatching(/^usr_/),
    enrolmentId,
    campaignId: expect.stringMatching(/^cmp_/),
    at: click!.at,
    countable: true,
    reason: null,
    visitor: (click!.visitor as Buffer).toString('hex'),
    country: null,
    device: 'phone',
    referrerHost: 'www.youtube.com',
    subId: null,
  })
})

test('finds no click that was never made, whatever it is called', async () => {
  for (const id of [
    '',
    'clk_',
    someId('clk'),
    `clk_${'f'.repeat(32)}`,
    'clk_019a9d0000007000800000000000000a',
    "clk_' or 1=1",
  ])
    expect(await findClick(app.db, id)).toBeNull()
})

test.each([
  ['head', {}, 'HEAD'],
  ['prefetch', { 'sec-purpose': 'prefetch;prerender' }, 'GET'],
  ['preview', { 'user-agent': 'WhatsApp/2.23.20.0' }, 'GET'],
  [
    'preview',
    { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
    'GET',
  ],
  [
    'bot',
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    'GET',
  ],
  ['bot', { 'user-agent': 'curl/8.7.1' }, 'GET'],
  ['bot', { 'user-agent': '' }, 'GET'],
] as const)('redirects and records, not countable: %s %j', async (reason, headers, method) => {
  const link = await someLink(app.db)
  const answer = await visit(origin, `/s/${link.code}`, headers, method)
  expect(answer.status).toBe(302)
  expect(answer.body).toBe('')
  expect(await recorded(clickIdOf(answer))).toMatchObject({ countable: false, reason })
  // No person was there, so the next one is no repeat.
  expect(await recorded(clickIdOf(await visit(origin, `/s/${link.code}`)))).toMatchObject({ countable: true })
  expect(await clickCounts(app.db, [link.id, 'lnk_none'])).toEqual(
    new Map([
      [link.id, { clicks: 2, countable: 1 }],
      ['lnk_none', { clicks: 0, countable: 0 }],
    ]),
  )
})

test('counts a visitor once an hour and link, and every other visitor and link too', async () => {
  const [one, other] = [await someLink(app.db), await someLink(app.db)]
  const reasons = []
  for (const [code, agent] of [
    [one.code, phone],
    [one.code, phone],
    [one.code, phone.replace('17_5', '17_6')],
    [other.code, phone],
    [one.code, phone],
  ])
    reasons.push(
      (await recorded(clickIdOf(await visit(origin, `/s/${code}`, { 'user-agent': agent! }))))!.reason,
    )
  expect(reasons).toEqual([null, 'repeat', null, null, 'repeat'])
})

test.each(
  [
    ['?sub=spring-reel_2', 'spring-reel_2'],
    ['?utm_x=1&sub=a%3Ab.c~d', 'a:b.c~d'],
    ['?sub=', null],
    ['?sub=a%0d%0ab', null],
    ['?sub=a%20b', null],
    ['?sub=%zz', null],
    ['?sub=%00', null],
    ['?sub=<script>', null],
    [`?sub=${'x'.repeat(100)}`, 'x'.repeat(100)],
    [`?sub=${'x'.repeat(101)}`, null],
    [`?sub=${'x'.repeat(10_000)}`, null],
    ['?xsub=1', null],
  ].map(([query, stored]) => [query!.slice(0, 40), query, stored] as const),
)('stores what ?sub= says and leaks nothing of it: %s', async (_, query, stored) => {
  const link = await someLink(app.db, { destinationUrl: 'https://brand.example' })
  const answer = await visit(origin, `/s/${link.code}${query}`)
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe(`https://brand.example/?crels_click=${clickIdOf(answer)}`)
  expect((await recorded(clickIdOf(answer)))!.sub_id).toBe(stored)
})

test('a link has a sub of its own where the visit says none', async () => {
  const link = await someLink(app.db, {}, { default_sub: 'bio' })
  expect((await recorded(clickIdOf(await visit(origin, `/s/${link.code}`))))!.sub_id).toBe('bio')
  expect((await recorded(clickIdOf(await visit(origin, `/s/${link.code}?sub=story`))))!.sub_id).toBe('story')
})

test('adds UTM parameters, replacing those of the destination, and one click id only', async () => {
  const link = await someLink(
    app.db,
    { destinationUrl: 'https://brand.example/?utm_source=old&crels_click=forged&crels%5Fclick=too&keep=%2F' },
    { utm: { utm_source: 'crels & friends', utm_medium: 'ü' } },
  )
  const answer = await visit(origin, `/s/${link.code}`)
  expect(answer.headers.location).toBe(
    `https://brand.example/?keep=%2F&utm_medium=%C3%BC&utm_source=crels%20%26%20friends&crels_click=${clickIdOf(answer)}`,
  )
})

test('takes headers of any length and content', async () => {
  const link = await someLink(app.db)
  const answer = await visit(origin, `/s/${link.code}`, {
    'user-agent': `${phone} ${'x'.repeat(6_000)}`,
    referer: `https://${'a'.repeat(300)}.example/\t\u00e9`,
    'x-forwarded-for': '1.2.3.4, evil\ttab',
    purpose: '\t',
  })
  expect(answer.status).toBe(302)
  expect(await recorded(clickIdOf(answer))).toMatchObject({ referrer_host: null, countable: true })
})

test('keeps no address and no user agent, anywhere', async () => {
  const link = await someLink(app.db)
  const secret = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0 Safari/537.36 TellTale/1'
  await recorded(clickIdOf(await visit(origin, `/s/${link.code}`, { 'user-agent': secret })))
  const { rows } = await sql<{
    line: string
  }>`select click::text as line from click where link_id = ${link.id}`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.line).not.toMatch(/127\.0\.0\.1|TellTale/)
})

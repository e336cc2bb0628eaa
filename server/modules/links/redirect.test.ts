import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { testConfig } from '#testing/config.ts'
import { clickCounts, findClick } from './click-queries.ts'
import { setLinkState } from './link-queries.ts'
import { someId, someLink } from './links.fixture.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  origin = await app.listen()
})
afterAll(() => app.close())

/** Another process on the same database, as far as the product can tell. */
async function startBeside() {
  const config = testConfig(app.databaseUrl)
  const other = await createApp(config, pino({ level: 'silent' }))
  await other.server.ready()
  return {
    ...other,
    close: async () => {
      await other.close()
      rmSync(config.dataDir, { recursive: true, force: true })
    },
  }
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A request as it is written, over a socket: nothing is normalised on the way. */
async function visit(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const url = new URL(origin)
  return await new Promise((resolve, reject) => {
    const sent = request(
      { host: url.hostname, port: url.port, path, method, headers: { 'user-agent': phone, ...headers } },
      (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
      },
    )
    sent.on('error', reject).end()
  })
}

function clickIdOf(answer: Answer): string {
  return new URL(String(answer.headers.location)).searchParams.get('crels_click')!
}

async function recorded(clickId: string) {
  await app.clicks.flush()
  const { rows } = await sql<Record<string, unknown>>`select * from click where id = ${clickId}`.execute(
    app.db,
  )
  return rows[0]
}

test('redirects with the click’s id, tells nobody to keep it, and records it as it was', async () => {
  const enrolmentId = someId('enr')
  const link = await someLink(app.db, {
    enrolmentId,
    destinationUrl: 'https://brand.example/shop?a=1&b=%20x+y&c#top',
  })
  const before = Date.now()
  const answer = await visit(`/s/${link.code}`, { referer: 'https://www.YouTube.com:443/watch?v=secret' })
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
  const answer = await visit(`/s/${link.code}`, headers, method)
  expect(answer.status).toBe(302)
  expect(answer.body).toBe('')
  expect(await recorded(clickIdOf(answer))).toMatchObject({ countable: false, reason })
  // Nobody was there, so the person who comes next is no repeat.
  expect(await recorded(clickIdOf(await visit(`/s/${link.code}`)))).toMatchObject({ countable: true })
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
    reasons.push((await recorded(clickIdOf(await visit(`/s/${code}`, { 'user-agent': agent! }))))!.reason)
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
  const answer = await visit(`/s/${link.code}${query}`)
  expect(answer.status).toBe(302)
  expect(answer.headers.location).toBe(`https://brand.example/?crels_click=${clickIdOf(answer)}`)
  expect((await recorded(clickIdOf(answer)))!.sub_id).toBe(stored)
})

test('a link has a sub of its own where the visit says none', async () => {
  const link = await someLink(app.db, {}, { default_sub: 'bio' })
  expect((await recorded(clickIdOf(await visit(`/s/${link.code}`))))!.sub_id).toBe('bio')
  expect((await recorded(clickIdOf(await visit(`/s/${link.code}?sub=story`))))!.sub_id).toBe('story')
})

test('adds UTM parameters, replacing those of the destination, and one click id only', async () => {
  const link = await someLink(
    app.db,
    { destinationUrl: 'https://brand.example/?utm_source=old&crels_click=forged&crels%5Fclick=too&keep=%2F' },
    { utm: { utm_source: 'crels & friends', utm_medium: 'ü' } },
  )
  const answer = await visit(`/s/${link.code}`)
  expect(answer.headers.location).toBe(
    `https://brand.example/?keep=%2F&utm_medium=%C3%BC&utm_source=crels%20%26%20friends&crels_click=${clickIdOf(answer)}`,
  )
})

const closed = [
  ['link_expired', { expires_at: new Date(Date.now() - 1) }, 'has passed'],
  ['link_disabled', { state: 'disabled' }, 'turned off'],
  ['link_banned', { state: 'banned', expires_at: new Date(0) }, 'broke our rules'],
] as const

test.each(closed)('answers %s with a page, 410, and records the visit', async (reason, columns, text) => {
  const link = await someLink(app.db, {}, columns)
  for (const method of ['GET', 'HEAD']) {
    const answer = await visit(`/s/${link.code}`, {}, method)
    expect(answer.status).toBe(410)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    if (method === 'HEAD') expect(answer.body).toBe('')
    else expect(answer.body).toContain(text)
    expect(answer.body).not.toContain('<script')
  }
  await app.clicks.flush()
  const { rows } = await sql`select reason from click where link_id = ${link.id} order by at`.execute(app.db)
  expect(rows).toEqual([{ reason }, { reason: 'head' }])
})

test.each(
  [
    '/s/nobody7',
    '/s/',
    '/s/ab',
    '/s/ABCDEFG',
    '/s/a/b',
    '/s/%zz',
    '/s/%00',
    '/s/..%2f..%2fetc',
    "/s/a'or'1",
    '/s/%0d%0aset-cookie:a=b',
    `/s/${'a'.repeat(41)}`,
    `/s/${'a'.repeat(10_000)}`,
    '/s/\u00fc'.replace('ü', '%C3%BC'),
    '/s/<script>',
  ].map((path) => [path.slice(0, 60), path]),
)('answers %s with the 404 page', async (_, path) => {
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await visit(path, {}, method)
    expect(answer.status).toBe(404)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['set-cookie']).toBeUndefined()
    if (method === 'HEAD') expect(answer.body).toBe('')
    else expect(answer.body).toContain('<title>Page Not Found</title>')
  }
})

test('answers other methods with 404 and records nothing', async () => {
  const link = await someLink(app.db)
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await visit(`/s/${link.code}`, {}, method)).status).toBe(404)
  await app.clicks.flush()
  expect(await clickCounts(app.db, [link.id])).toEqual(new Map([[link.id, { clicks: 0, countable: 0 }]]))
})

test('takes headers of any length and content', async () => {
  const link = await someLink(app.db)
  const answer = await visit(`/s/${link.code}`, {
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
  await recorded(clickIdOf(await visit(`/s/${link.code}`, { 'user-agent': secret })))
  const { rows } = await sql<{
    line: string
  }>`select click::text as line from click where link_id = ${link.id}`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.line).not.toMatch(/127\.0\.0\.1|TellTale/)
})

test('a changed link is followed within a second, on every process', async () => {
  const link = await someLink(app.db)
  const other = await startBeside()
  try {
    const states = async () => [
      (await visit(`/s/${link.code}`)).status,
      (await other.server.inject(`/s/${link.code}`)).statusCode,
    ]
    expect(await states()).toEqual([302, 302])
    await app.db.transaction().execute((tx) => setLinkState(tx, link.id, 'disabled'))
    await expect.poll(states, { timeout: 1_000, interval: 20 }).toEqual([410, 410])
    await app.db.transaction().execute((tx) => setLinkState(tx, link.id, 'active'))
    await expect.poll(states, { timeout: 1_000, interval: 20 }).toEqual([302, 302])
  } finally {
    await other.close()
  }
})

test('a code that was unknown is found once it is made', async () => {
  expect((await visit('/s/fresh-one')).status).toBe(404)
  const link = await someLink(app.db)
  await sql`update link set code = 'fresh-one' where id = ${link.id}`.execute(app.db)
  await expect.poll(async () => (await visit('/s/fresh-one')).status, { timeout: 1_000 }).toBe(302)
})

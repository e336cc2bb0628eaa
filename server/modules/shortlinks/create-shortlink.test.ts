import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMember } from '#testing/members.ts'
import { linksDailyMax } from './create-shortlink.ts'
import { ada, app, call, joined, make, openApp, origin } from './shortlinks.fixture.ts'
import { linksMadeSince } from './shortlink-queries.ts'
import { visit } from '#testing/visits.ts'

openApp()

const destinationUrl = 'https://shop.example/mug?a=b#top'
const refusalOf = async (payload: object) => {
  const response = await call('POST', '', { destinationUrl, ...payload })
  return { status: response.statusCode, ...response.json() }
}

test('one field makes a link that leads there', async () => {
  const response = await call('POST', '', { destinationUrl: `  ${destinationUrl} ` })
  expect(response.statusCode).toBe(201)
  const link = response.json()
  expect(link).toMatchObject({
    code: expect.stringMatching(/^[2-9b-df-hj-km-np-tv-z]{7}$/),
    kind: 'own',
    title: null,
    destinationUrl,
    host: { name: 'shop.example', ascii: null },
    utm: null,
    state: 'active',
    expiresAt: null,
    campaign: null,
    clicks: { total: 0, countable: 0 },
  })
  expect(link.url).toBe(`${app.config.publicOrigin}/s/${link.code}`)
  const { status, headers } = await visit(origin, `/s/${link.code}`)
  expect([status, headers.location]).toEqual([
    302,
    expect.stringMatching(/^https:\/\/shop\.example\/mug\?a=b&crels_click=clk_[0-9a-f]{32}#top$/),
  ])
  expect((await call('GET', `/${link.id}`)).json()).toEqual(link)
})

test('takes everything that a link can have', async () => {
  const expiresAt = '2099-01-01T00:00:00.000Z'
  const link = await make({
    code: 'summer-sale',
    title: ' Summer ',
    utm: { source: 'news letter', medium: '' },
    defaultSub: 'story',
    expiresAt,
    fallbackUrl: 'https://shop.example/late',
  })
  expect(link).toMatchObject({
    code: 'summer-sale',
    title: 'Summer',
    utm: { source: 'news letter' },
    defaultSub: 'story',
    expiresAt,
    fallbackUrl: 'https://shop.example/late',
  })
  const { headers } = await visit(origin, '/s/summer-sale')
  expect(headers.location).toMatch(/^https:\/\/shop\.example\/\?utm_source=news%20letter&crels_click=/)
  await app.clicks.flush()
  const { rows } = await sql`select sub_id from click where link_id = ${link.id}`.execute(app.db)
  expect(rows).toEqual([{ sub_id: 'story' }])
  expect((await call('GET', `/${link.id}`)).json().clicks).toEqual({ total: 1, countable: 1 })
})

describe('a code', () => {
  test('that is taken is refused with free ones close to it, and nothing is made', async () => {
    await make({ code: 'taken' })
    await make({ code: 'taken-2' })
    const refusal = await refusalOf({ code: 'taken' })
    expect(refusal).toMatchObject({ status: 409, code: 'code_taken' })
    expect(refusal.suggestions).toHaveLength(3)
    expect(refusal.suggestions[0]).toMatch(/^taken-\d{4}$/)
    await make({ code: refusal.suggestions[0] })
  })

  test('is asked about while it is typed: free, taken or not allowed, with others that are free', async () => {
    const ask = async (code: string) =>
      await call('GET', `/codes/availability?code=${encodeURIComponent(code)}`)
    await make({ code: 'asked' })
    expect((await ask('asked-not')).json()).toEqual({
      code: 'asked-not',
      isAvailable: true,
      reason: null,
      message: null,
      suggestions: [],
    })
    const taken = (await ask('asked')).json()
    expect(taken).toMatchObject({
      isAvailable: false,
      reason: 'taken',
      message: expect.stringMatching(/\.$/),
    })
    expect(taken.suggestions).toHaveLength(3)
    for (const code of taken.suggestions)
      expect((await ask(code)).json()).toMatchObject({ isAvailable: true })
    expect((await ask('Été à Paris')).json()).toMatchObject({
      reason: 'bad_characters',
      suggestions: expect.arrayContaining(['ete-a-paris']),
    })
    expect((await ask('login')).json()).toMatchObject({ isAvailable: false, reason: 'reserved' })
    expect((await ask('a'.repeat(101))).statusCode).toBe(422)
    // A removed link keeps its code.
    const { id } = await make({ code: 'asked-and-gone' })
    await call('DELETE', `/${id}`)
    expect((await ask('asked-and-gone')).json()).toMatchObject({ reason: 'taken' })
  })

  test('stays taken when its link is removed', async () => {
    const { id } = await make({ code: 'gone-for-good' })
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
    expect(await refusalOf({ code: 'gone-for-good' })).toMatchObject({ status: 409, code: 'code_taken' })
    expect((await visit(origin, '/s/gone-for-good')).status).toBe(410)
  })

  test('goes to one of twenty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await call('POST', '', { destinationUrl, code: 'race' })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  test.each([
    ['ab', 'too_short'],
    ['a'.repeat(41), 'too_long'],
    ['a'.repeat(10_000), 'too_long'],
    ['Sale', 'bad_characters'],
    ['sommer schluss', 'bad_characters'],
    ['ссылка', 'bad_characters'],
    ['链接', 'bad_characters'],
    ['قسيمة', 'bad_characters'],
    ['sаle', 'bad_characters'], // a Cyrillic а
    ['sale\u0001', 'bad_characters'],
    ['sale\u202e', 'bad_characters'],
    ['../admin', 'bad_characters'],
    ['🙂🙂🙂', 'bad_characters'],
    ['', 'too_short'],
    ['login', 'reserved'],
    ['my-campaigns', 'reserved'],
    ['c-r-e-l-s', 'reserved'],
  ])('like %j is refused: %s', async (code, issue) => {
    const refusal = await refusalOf({ code })
    expect(refusal).toMatchObject({
      status: 422,
      code: 'validation_failed',
      issues: [{ path: 'body.code', code: issue, message: expect.stringMatching(/\.$/) }],
    })
    expect(refusal.suggestions).toHaveLength(3)
  })
})

describe('an address', () => {
  test.each([
    ['javascript:alert(1)', 'not_web'],
    ['data:text/html,<script>', 'not_web'],
    ['brand.example', 'not_an_address'],
    ['https://brand.example/\u0001', 'not_an_address'],
    ['https://brand.example/\r\nset-cookie: a=b', 'not_an_address'],
    ['http://127.0.0.1/', 'not_public'],
    ['http://2130706433/', 'not_public'],
    ['http://[::ffff:10.0.0.1]/', 'not_public'],
    ['http://169.254.169.254/latest/meta-data', 'not_public'],
    ['https://me:secret@brand.example', 'credentials'],
    [`https://brand.example/${'a'.repeat(10_000)}`, 'too_long'],
    ['https://аpple.com/', 'lookalike_host'], // a Cyrillic а
    ['https://xn--80ak6aa92e.com/', 'lookalike_host'], // nothing but Cyrillic
  ])('like %j is refused: %s', async (text, issue) => {
    const issues = (path: string) => [{ path, code: issue, message: expect.stringMatching(/\.$/) }]
    const bad = await refusalOf({ destinationUrl: text })
    expect(bad).toMatchObject({ status: 422, issues: issues('body.destinationUrl') })
    const badFallback = await refusalOf({ fallbackUrl: text })
    expect(badFallback).toMatchObject({ status: 422, issues: issues('body.fallbackUrl') })
  })

  test('of a short link of ours is refused', async () => {
    const { url } = await make()
    expect(await refusalOf({ destinationUrl: url })).toMatchObject({ issues: [{ code: 'own_redirector' }] })
  })

  test('in another script is shown as written and as the network has it', async () => {
    const { host } = await make({ destinationUrl: 'https://bücher.example/' })
    expect(host).toEqual({ name: 'bücher.example', ascii: 'xn--bcher-kva.example' })
  })
})

test('an end must be to come', async () => {
  const issues = [{ path: 'body.expiresAt', code: 'in_past' }]
  expect(await refusalOf({ expiresAt: '2020-01-01T00:00:00Z' })).toMatchObject({ status: 422, issues })
})

test.each([
  [{ title: 'a'.repeat(121) }],
  [{ title: 'a\u0001b' }],
  [{ utm: { source: 'x'.repeat(201) } }],
  [{ utm: { fbclid: 'x' } }],
  [{ defaultSub: 'a b' }],
  [{ expiresAt: 'tomorrow' }],
  [{ state: 'banned' }],
  [{ ownerUid: 'usr_1' }],
])('%j is refused', async (payload) => {
  expect(await refusalOf(payload)).toMatchObject({ status: 422, code: 'validation_failed' })
})

describe('a deep link of a campaign', () => {
  test('leads anywhere within its hosts, and its clicks are the enrolment’s', async () => {
    const campaign = await joined(ada, { allowedHosts: ['shop.brand.example'] })
    const destination = 'https://shop.brand.example/mug'
    const link = await make({ destinationUrl: destination, campaignId: campaign.id })
    expect(link).toMatchObject({ kind: 'deep', campaign: { id: campaign.id, title: campaign.title } })
    await visit(origin, `/s/${link.code}`)
    await app.clicks.flush()
    const mine = await app.server.inject({ url: '/api/v1/enrolments', headers: ada.headers })
    expect(mine.json().items[0].statistics.clicks).toBe(1)
    expect(
      await refusalOf({ destinationUrl: 'https://other.example/', campaignId: campaign.id }),
    ).toMatchObject({
      status: 422,
      issues: [{ code: 'foreign_host', message: expect.stringContaining('shop.brand.example') }],
    })
    for (const lookalike of ['https://shop.brand.example.evil.com/', 'https://ashop.brand.example/'])
      expect((await refusalOf({ destinationUrl: lookalike, campaignId: campaign.id })).status).toBe(422)
  })

  test('stops when the member leaves, and they can make no other', async () => {
    const campaign = await joined()
    const link = await make({ destinationUrl: 'https://brand.example/x', campaignId: campaign.id })
    await campaign.leave()
    expect((await call('GET', `/${link.id}`)).json().state).toBe('disabled')
    const again = { destinationUrl: 'https://brand.example/x', campaignId: campaign.id }
    expect(await refusalOf(again)).toMatchObject({ status: 404, code: 'not_enrolled' })
  })
})

test('limits the number of links a day', async () => {
  const busy = await createMember(app)
  await sql`
    insert into link (id, code, kind, owner_uid, destination_url)
    select 'lnk_' || md5('busy' || n), 'busy-' || n, 'own', ${busy.uid}, 'https://shop.example/'
    from generate_series(1, ${linksDailyMax - 1}) n`.execute(app.db)
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => await call('POST', '', { destinationUrl }, busy)),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)!.json().code).toBe('too_many_links')
})

test('leaving while a deep link is made leaves no working link', async () => {
  const { id: campaignId, leave } = await joined()
  const { making, leaving } = await app.db.transaction().execute(async (tx) => {
    // Delayed after the check that its maker is in the campaign.
    await linksMadeSince(tx, ada.uid, new Date())
    const making = make({ campaignId, destinationUrl: 'https://brand.example/mug' })
    const waiting = sql<{ count: number }>`
      select count(*) from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and not l.granted`
    await expect.poll(async () => (await waiting.execute(app.db)).rows[0]!.count).toBe(1)
    const leaving = leave()
    // Long enough to have left, were there nothing to wait for.
    await Promise.race([leaving, delay(500)])
    return { making, leaving }
  })
  const { id } = await making
  await leaving
  expect((await call('GET', `/${id}`)).json().state).toBe('disabled')
})

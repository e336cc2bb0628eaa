import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m } from '#messages'
import { inLanguage } from '#server/platform/language.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { clickCounts } from './click-queries.ts'
import { someLink } from '#testing/links.ts'
import { visit } from '#testing/visits.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startTestApp()
  origin = await app.listen()
})
afterAll(() => app.close())

const closed = [
  ['link_expired', { expires_at: new Date(Date.now() - 1) }, 'has passed'],
  ['link_disabled', { state: 'disabled' }, 'turned off'],
  ['link_banned', { state: 'banned', expires_at: new Date(0) }, 'broke our rules'],
] as const

test.each(closed)('answers %s with a page, 410, and records the visit', async (reason, columns, text) => {
  const link = await someLink(app.db, {}, columns)
  for (const method of ['GET', 'HEAD']) {
    const answer = await visit(origin, `/s/${link.code}`, {}, method)
    expect(answer.status).toBe(410)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\)/)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    if (method === 'HEAD') expect(answer.body).toBe('')
    else expect(answer.body).toContain(text)
    expect(answer.body).not.toContain('<script')
  }
  await app.clicks.flush()
  // Both may have come in one millisecond.
  const { rows } = await sql`
    select reason from click where link_id = ${link.id} order by reason = 'head'`.execute(app.db)
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
    const answer = await visit(origin, path, {}, method)
    expect(answer.status).toBe(404)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['set-cookie']).toBeUndefined()
    if (method === 'HEAD') expect(answer.body).toBe('')
    else expect(answer.body).toContain('<title>Page Not Found</title>')
  }
})

test('a host that is not of the site is answered in a few words that no browser takes for a page', async () => {
  const answer = await visit(origin, '/s/nobody7', { host: 'rebound.example' })
  expect(answer.status).toBe(421)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\)/),
    'x-content-type-options': 'nosniff',
  })
})

test('answers other methods with 404 and records nothing', async () => {
  const link = await someLink(app.db)
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await visit(origin, `/s/${link.code}`, {}, method)).status).toBe(404)
  await app.clicks.flush()
  expect(await clickCounts(app.db, [link.id])).toEqual(new Map([[link.id, { clicks: 0, countable: 0 }]]))
})

test('pages speak the language of the visitor’s browser', async () => {
  const link = await someLink(app.db, {}, { state: 'disabled' })
  for (const path of [`/s/${link.code}`, `/s/${link.code}+`, '/s/nobody7']) {
    const answer = await visit(origin, path, { 'accept-language': 'de-AT, en;q=0.5' })
    expect(answer.body, path).toContain('<html lang="de" dir="ltr">')
    expect(answer.body, path).toContain(inLanguage('de', () => m.links_home()))
    expect((await visit(origin, path)).body, path).toContain('<html lang="en" dir="ltr">')
  }
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ada, app, call, joined, make, openApp, origin } from './shortlinks.fixture.ts'
import { visit } from '#testing/visits.ts'

openApp()

const get = async (path: string) => {
  const response = await app.server.inject({ url: `/api/v1${path}` })
  return { status: response.statusCode, ...response.json() }
}
const full = async (code: string) => await get(`/link/full?code=${code}`)
const preview = async (code: string) => await get(`/shortlinks/public/${code}`)
const page = async (code: string) => await visit(origin, `/s/${code}+`)

test('says where a link of one’s own leads, without the member and without a visit', async () => {
  const destinationUrl = 'https://bücher.example/a?b=c#d'
  const link = await make({ destinationUrl, title: 'Books & <b>', utm: { source: 'news' } })
  expect(await full(link.code)).toEqual({
    status: 200,
    code: link.code,
    url: link.url,
    destinationUrl: 'https://xn--bcher-kva.example/a?b=c&utm_source=news#d',
    state: 'active',
  })
  const shown = await preview(link.code)
  expect(shown).toEqual({
    status: 200,
    code: link.code,
    url: link.url,
    title: 'Books & <b>',
    host: { name: 'bücher.example', ascii: 'xn--bcher-kva.example' },
    brand: null,
    imageURL: null,
    disclosure: expect.stringContaining('No one is paid'),
    state: 'active',
  })
  const { status, body, headers } = await page(link.code)
  expect(status).toBe(200)
  for (const text of [
    'Books &amp; &lt;b&gt;',
    'bücher.example',
    'xn--bcher-kva.example',
    `href="${link.url}"`,
  ])
    expect(body).toContain(text)
  expect(body).not.toContain('<b>')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(JSON.stringify(shown) + body).not.toContain(ada.uid)
  await app.clicks.flush()
  expect((await call('GET', `/${link.id}`)).json().clicks).toEqual({ total: 0, countable: 0 })
})

test('a campaign link’s preview names the campaign, and says that the member is paid', async () => {
  const campaign = await joined()
  const shown = await preview(campaign.link.code)
  // What it pays its creators is not for those who follow the link.
  expect(shown).toMatchObject({ title: shown.brand.name, brand: { name: expect.stringContaining('Brand') } })
  expect(shown.disclosure).toContain(shown.brand.name)
  const { body } = await page(campaign.link.code)
  expect(body).toContain(shown.brand.name)
  expect(shown.imageURL).toMatch(/^http.*\/covers\/cmp_[0-9a-f]{32}\.png$/)
  expect(body).toContain(`<meta property="og:image" content="${shown.imageURL}">`)
})

test('a link that leads nowhere shows no address, and neither does what its owner wrote of a banned one', async () => {
  const disabled = await make({ title: 'Mine' })
  await call('PATCH', `/${disabled.id}`, { state: 'disabled' })
  const removed = await make({ title: 'Gone' })
  await call('DELETE', `/${removed.id}`)
  const banned = await make({ title: 'Free money' })
  await sql`update link set state = 'banned' where id = ${banned.id}`.execute(app.db)
  for (const [{ code }, state, title] of [
    [disabled, 'disabled', 'Mine'],
    [removed, 'disabled', null],
    [banned, 'banned', null],
  ]) {
    expect(await preview(code)).toMatchObject({ status: 200, state, host: null, title })
    expect(await full(code)).toMatchObject({ status: 200, state, destinationUrl: null })
    await expect.poll(async () => (await page(code)).status).toBe(410)
  }
})

test('past its end the fallback is shown', async () => {
  const link = await make({ fallbackUrl: 'https://later.example/x' })
  await sql`update link set expires_at = crels_now() - interval '1 hour' where id = ${link.id}`.execute(
    app.db,
  )
  expect(await full(link.code)).toMatchObject({ destinationUrl: 'https://later.example/x', state: 'expired' })
  expect(await preview(link.code)).toMatchObject({ host: { name: 'later.example' } })
  expect((await page(link.code)).status).toBe(200)
})

test.each(['nobody-has-it', 'ab', 'UPPER', '%00', '%F0%9F%99%82', 'a'.repeat(41), 'a'.repeat(3_000)])(
  'an unknown code is not found: %s',
  async (code) => {
    expect([400, 404]).toContain((await preview(code)).status)
    expect([400, 404, 422]).toContain((await full(code)).status)
    expect((await page(code)).status).toBe(404)
  },
)

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pageRoutes, type PageId, type PageRoute } from '#contracts/page-routes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { webDir: inject('webDir') })
})
afterAll(() => app.close())

const get = async (url: string, headers: Record<string, string> = {}) =>
  await app.server.inject({ url, headers: { 'accept-encoding': 'identity', ...headers } })

/** The files of a page beside those of the first load. */
async function preloaded(url: string, headers?: Record<string, string>): Promise<string[]> {
  const { body } = await get(url, headers)
  return [
    ...body.matchAll(
      /<link (?:rel="modulepreload" crossorigin|data-later="modulepreload") href="\/assets\/(.+?)-[\w-]{8}\.js">/g,
    ),
  ].map(([, name]) => name!)
}

test('every page but those of a parameter names its own files, all of which there are', async () => {
  const shared = await preloaded('/no-such-page')
  const pages = (Object.keys(pageRoutes) as PageId[]).filter((id) => !pageRoutes[id].path.includes(':'))
  for (const id of pages) {
    const { body, statusCode } = await get(pageRoutes[id].path)
    expect(statusCode).toBe(200)
    const added = (await preloaded(pageRoutes[id].path)).filter((name) => !shared.includes(name))
    expect(added.length, id).toBeGreaterThan(0)
    for (const [, file] of body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      expect((await get(file!)).statusCode, file).toBe(200)
  }
})

test('a guarded page names sign-in for a visitor, and only itself for a session cookie', async () => {
  expect(await preloaded('/campaigns/all')).toEqual(expect.arrayContaining(['campaigns', 'login']))
  const asMember = await preloaded('/campaigns/all', { cookie: 'crels_session=x' })
  expect(asMember).toContain('campaigns')
  expect(asMember).not.toContain('login')
  expect(await preloaded('/signup')).not.toContain('login')
})

test('a page that is the same for everyone carries its first screen with its styles, and no script in it', async () => {
  const pages = Object.entries<PageRoute>(pageRoutes).filter(([, { prerendered }]) => prerendered)
  expect(pages.length).toBeGreaterThan(10)
  for (const [id, { path }] of pages) {
    const { body: whole, headers } = await get(path)
    // Data for search engines, which no browser runs.
    const body = whole.replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, '')
    const [, screen = ''] = /<div id="root">(.*?)<div id="splash"/s.exec(body) ?? []
    expect(screen, id).toMatch(/<h1[^>]*>[^<]+/)
    // Hidden until a script shows it, or a script itself.
    expect(screen).not.toMatch(/<script|<div hidden|<noscript/)
    expect(body).not.toMatch(/<script(?![^>]* src=)/)
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
    expect(body).not.toMatch(/<link rel=[^>]*\.css/)
    const classes = [...screen.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '))
    const unstyled = classes.filter((name) => name.startsWith('_') && !css.includes(`.${name}`))
    expect(unstyled, id).toEqual([])
    // The screen is painted before the scripts are there.
    expect(body).not.toMatch(/type="module"|rel="modulepreload"/)
    expect(body).toMatch(/<link data-later="script" href="\/assets\/index-/)
    expect(body).toContain('<script src="/first-screen.js"></script>')
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-language, cookie' })
    // Around it a member has places of their own.
    expect((await get(path, { cookie: 'crels_session=x' })).body).toContain('<div id="root"></div>')
  }
  for (const path of ['/login', '/no-such-page'])
    expect((await get(path)).body).toContain('<div id="root"></div>')
})

test('a page goes over the wire compressed, a 404 too', async () => {
  for (const url of ['/login', '/no-such-page']) {
    const answer = await get(url, { 'accept-encoding': 'br' })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-language, cookie, accept-encoding',
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<div id="root">')
  }
})

test('files of the build are sent as the build compressed them, in the encoding that is asked for', async () => {
  const { body } = await get('/login')
  const [, script] = /<script type="module" crossorigin src="([^"]+)"/.exec(body)!
  const [plain, br, gzip] = [await get(script!), await encoded('br'), await encoded('gzip')]
  async function encoded(accepted: string) {
    return await get(script!, { 'accept-encoding': accepted })
  }
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(br.rawPayload.length).toBeLessThan(gzip.rawPayload.length)
  // What the browser likes better, and what it refuses.
  expect((await encoded('gzip, deflate, br, zstd')).headers['content-encoding']).toBe('br')
  expect((await encoded('br;q=0, gzip')).headers['content-encoding']).toBe('gzip')
  expect((await encoded('zstd')).headers['content-encoding']).toBeUndefined()
  for (const { headers } of [plain, br, gzip]) {
    expect(headers['vary']).toMatch(/accept-encoding/i)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toBe(plain.headers['content-type'])
    expect(Number(headers['content-length'])).toBeGreaterThan(0)
  }
  // Each is a representation of its own.
  expect(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size).toBe(3)
  const known = await get(script!, { 'accept-encoding': 'br', 'if-none-match': br.headers['etag'] as string })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  const part = await get(script!, { range: 'bytes=0-9' })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10])
  expect(part.headers['content-range']).toBe(`bytes 0-9/${plain.rawPayload.length}`)
  // The compressed file has no address of its own, and neither has their folder.
  expect((await get('/assets/')).statusCode).toBe(404)
  for (const suffix of ['.br', '.gz']) expect((await get(script! + suffix)).statusCode).toBe(404)
  const worker = await get('/sw.js', { 'accept-encoding': 'br' })
  expect(worker.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
  expect((await get('/builds/latest.json', { 'accept-encoding': 'br' })).headers['cache-control']).toBe(
    'no-store',
  )
})

test('a page comes in the language of the switch, else of the browser, and its own files with it', async () => {
  const idOf = async (headers: Record<string, string>) =>
    JSON.parse((await get('/builds/latest.json', headers)).body).id as string
  const builds = new Set<string>()
  for (const [headers, language] of [
    [{}, 'en'],
    [{ 'accept-language': 'fr, es-MX;q=0.9, en;q=0.8' }, 'es'],
    [{ 'accept-language': 'es', cookie: 'crels_language=de' }, 'de'],
    [{ 'accept-language': 'es', cookie: 'crels_language=nonsense' }, 'es'],
  ] as const) {
    const page = await get('/login', headers)
    expect(page.headers).toMatchObject({ 'content-language': language, vary: 'accept-language, cookie' })
    expect(page.body).toContain(`<html lang="${language}" dir="ltr">`)
    expect(page.body).toContain(`<meta name="build" content="${await idOf(headers)}">`)
    builds.add(await idOf(headers))
    // What it loads is there, whichever language it is in.
    const scripts = page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)
    for (const [, script] of scripts) expect((await get(script!)).statusCode, script).toBe(200)
    const worker = await get('/sw.js', headers)
    expect(worker.headers).toMatchObject({
      'content-language': language,
      vary: expect.stringContaining('accept-language, cookie') as string,
    })
    for (const [, file] of worker.body.matchAll(/"url":"(assets\/[^"]+)"|url:"(assets\/[^"]+)"/g))
      if (file) expect((await get(`/${file}`)).statusCode, file).toBe(200)
  }
  expect(builds.size).toBe(3)
})

test('a language that was chosen without a script is kept, and the page comes at its own address', async () => {
  const chosen = await get('/docs/terms?version=2026-01-01&language=de')
  expect(chosen.statusCode).toBe(303)
  expect(chosen.headers.location).toBe('/docs/terms?version=2026-01-01')
  expect(chosen.headers['set-cookie']).toBe('crels_language=de; Max-Age=31536000; Path=/; SameSite=Lax')
  expect((await get('/faq?language=xx')).statusCode).toBe(200)
})

test('a page that may be found says its one address; others ask not to be', async () => {
  const canonical = `<link rel="canonical" href="${app.config.publicOrigin}/faq">`
  for (const url of ['/faq', '/faq?utm_source=x', '/faq/']) expect((await get(url)).body).toContain(canonical)
  for (const url of ['/login/reset-password', '/', '/no-such-page']) {
    const { body } = await get(url)
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toContain('canonical')
  }
})

test('a page says which identity provider there is, and nothing secret of it', async () => {
  const said = (body: string) => /<meta name="identity-provider" content="([^"]*)">/.exec(body)?.[1]
  expect(said((await get('/login')).body)).toBe('{&quot;provider&quot;:&quot;embedded&quot;}')
  const keys = {
    issuer: 'http://127.0.0.1:9',
    clientId: 'crels',
    clientSecret: 'very-secret',
    name: 'A "B" <c>',
  }
  const other = await startTestApp({ identity: { provider: 'oidc', ...keys } })
  const { body } = await other.server.inject({ url: '/faq' })
  expect(body).not.toMatch(/very-secret|127\.0\.0\.1:9/)
  expect(
    JSON.parse(said(body)!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')),
  ).toEqual({
    provider: 'oidc',
    name: 'A "B" <c>',
  })
  await other.close()
})

test('an address that carries a token is said to nobody that its page asks for something', async () => {
  const policyOf = async (url: string) => (await get(url)).headers['referrer-policy']
  for (const url of [
    '/login?mode=link&token=x',
    '/login?mode=recover&token=x',
    '/login/reset-password?token=x',
    '/signup/email-verification?token=x',
    '/login?mode=signIn&oobCode=x&apiKey=k',
    '/de/login?token=x',
    '/no-such-page?odd?&token=x',
  ])
    expect(await policyOf(url), url).toBe('no-referrer')
  for (const url of ['/', '/login', '/login?redirect=%2Fpoints%3Ftoken', '/signup?invitedBy=ABCD2345'])
    expect(await policyOf(url), url).toBe('strict-origin-when-cross-origin')
})

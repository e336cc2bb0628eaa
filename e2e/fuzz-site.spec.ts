import { maxHeaderSize } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageRoutes, matchPage } from '#contracts/page-routes.ts'
import { someLink } from '#testing/links.ts'
import { phone, visit, type Answer } from '#testing/visits.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { fuzzRuns, fuzzSeed, fuzzTimeoutMs, tryMany } from './fuzz-runs.fixture.ts'
import { sendableHeaders } from './fuzz-headers.fixture.ts'
import { oddPathTexts, oddQueries } from './fuzz-addresses.fixture.ts'

let site: TestSite
let code: string
beforeAll(async () => {
  site = await startTestSite()
  const link = await someLink(site.db)
  code = link.code
})
afterAll(() => site.close())

const methods = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
]
const anyMethod = fc.constantFrom(...methods)

describe(`FUZZ_SEED=${fuzzSeed} FUZZ_RUNS=${fuzzRuns}`, () => {
  test(
    'a short link that is none has its 404 page, and one that is leads to its destination alone',
    async () => {
      const codes = fc.oneof(
        { weight: 4, arbitrary: oddPathTexts },
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 2, arbitrary: fc.stringMatching(/^[a-z0-9-]{1,42}$/) },
      )
      await tryMany(
        fc.record({ odd: codes, query: oddQueries, method: anyMethod, headers: sendableHeaders }),
        async ({ odd, query, method, headers }) => {
          const path = `/s/${odd ?? code}${query}`
          const answer = await visit(site.origin, path, headers, method)
          const isVisit = odd === undefined && (method === 'GET' || method === 'HEAD')
          expectSafe(answer, path)
          if (answer.status === 413) return expectLargeHead(`${path}${query}`, headers)
          if (!isVisit) expect(answer.status).toBeOneOf([400, 404])
          if (!isVisit) return
          expect(answer.status).toBe(302)
          const to = new URL(String(answer.headers.location))
          expect(to.origin).toBe('https://brand.example')
          expect(to.searchParams.has('sub')).toBe(false)
        },
      )
    },
    fuzzTimeoutMs,
  )

  test(
    'an address without a page says so, and repeats nothing unescaped',
    async () => {
      const bases = Object.values(pageRoutes).map(({ path }) => path.replace(/:\w+/, ''))
      const paths = fc.oneof(
        oddPathTexts.map((odd) => `/${odd}`),
        fc.tuple(fc.constantFrom(...bases), oddPathTexts).map(([base, odd]) => `${base}/${odd}`),
        fc.tuple(fc.constantFrom(...bases), oddPathTexts).map(([base, odd]) => `${base}${odd}`),
      )
      await tryMany(
        fc.record({ path: paths, query: oddQueries, method: anyMethod, headers: sendableHeaders }),
        async ({ path, query, method, headers }) => {
          const answer = await visit(site.origin, `${path}${query}`, headers, method)
          expectSafe(answer, path)
          if (answer.status === 413) return expectLargeHead(`${path}${query}`, headers)
          if (method !== 'GET' || answer.status === 400 || !isPage(path)) return
          expect(answer.status).toBe(matchPage(path)?.route.lookup ? 404 : matchPage(path) ? 200 : 404)
          if (answer.status === 404) expect(answer.body).toContain('<title>Page Not Found</title>')
        },
      )
    },
    fuzzTimeoutMs,
  )

  test(
    'an address of the API that there is not is a problem with 404',
    async () => {
      const starts = fc.constantFrom(
        '/api',
        '/api/',
        '/api/v1/',
        '/api/v2/',
        '/identity/',
        '/dev/',
        '/.well-known/',
      )
      const known = [
        '/api/v1/users',
        '/api/v1/wallet',
        '/identity/refresh',
        '/dev/mail',
        '/api/v1/conversions',
      ]
      const paths = fc.oneof(
        fc.tuple(starts, oddPathTexts).map(([start, odd]) => `${start}${odd}`),
        fc.tuple(fc.constantFrom(...known), oddPathTexts).map(([start, odd]) => `${start}/x/x/${odd}`),
      )
      await tryMany(
        fc.record({ path: paths, query: oddQueries, method: anyMethod, headers: sendableHeaders }),
        async ({ path, query, method, headers }) => {
          const answer = await visit(site.origin, `${path}${query}`, headers, method)
          expectSafe(answer, path)
          if (!/^\/(api|identity|dev|\.well-known)(\/|$)/.test(path)) return
          if (answer.status < 300) throw new Error(`${path} is something`)
          expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
          expect(answer.status).toBeOneOf([400, 401, 403, 404, 413, 415, 422])
        },
      )
    },
    fuzzTimeoutMs,
  )

  test(
    'a file that there is not is 404, and no path leads out of the web app',
    async () => {
      const starts = fc.constantFrom(
        '/assets/',
        '/icons/',
        '/builds/',
        '/px',
        '/px/',
        '/healthz',
        '/readyz/',
        '/metrics/',
        '/sw.js',
        '/index.html',
      )
      await tryMany(
        fc.record({
          path: fc.tuple(starts, fc.oneof(oddPathTexts, fc.constant(''))).map((parts) => parts.join('')),
          query: oddQueries,
          method: anyMethod,
          headers: sendableHeaders,
        }),
        async ({ path, query, method, headers }) => {
          const answer = await visit(site.origin, `${path}${query}`, headers, method)
          expectSafe(answer, path)
          expect(answer.body).not.toMatch(/root:|"dependencies"|private key/i)
          if (/^\/(assets|icons|builds)\//.test(path))
            expect(answer.headers['content-type']).not.toContain('html')
        },
      )
    },
    fuzzTimeoutMs,
  )
})

/** No failure of ours, the headers of every answer, no way to another site, nothing of the request as markup. */
function expectSafe({ status, headers, body }: Answer, path: string): void {
  expect(status, body).toBeLessThan(500)
  expect(body).not.toContain('<script>x')
  const location = headers.location
  if (status >= 300 && status < 400 && status !== 304 && !path.startsWith('/s/'))
    expect(new URL(String(location), site.origin).origin).toBe(site.origin)
  expect(headers['set-cookie']).toBeUndefined()
  // A redirect is no document: it has what keeps it from caches.
  if (status === 302) return expect(headers['cache-control']).toBe('private, no-store')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
  expect(headers['x-frame-options']).toBeDefined()
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
}

/** The server reads a request line and headers of so many bytes at most; 413 is the answer to nothing smaller. */
function expectLargeHead(target: string, headers: Record<string, string>): void {
  const sent = { 'user-agent': phone, host: site.origin, connection: 'keep-alive', ...headers }
  const head = target + Object.entries(sent).flat().join('')
  expect(Buffer.byteLength(head, 'latin1')).toBeGreaterThanOrEqual(maxHeaderSize)
}

/** Not of the API, and no file. */
function isPage(path: string): boolean {
  return !/^\/(api|identity|dev|\.well-known|assets|icons|builds|s)(\/|$)/.test(path)
}

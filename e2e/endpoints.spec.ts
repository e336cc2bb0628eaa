import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf, type EndpointDefinition } from '#contracts/endpoint.ts'
import { endpoints } from '#contracts/endpoints.ts'
import { problems } from '#contracts/errors.ts'
import { problemCodesOf } from '#server/platform/http/openapi.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createBrandKey } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'

/** The specification's section 6: GET below these needs no bearer, and nothing else under /api/v1 does without. */
const publicPaths = [
  '/api/v1/public',
  '/api/v1/link/full',
  '/api/v1/shortlinks/public',
  '/api/v1/brands',
  '/api/v1/shop',
  '/api/v1/analytics/public',
  '/api/v1/gamification/public',
  '/api/v1/exchange/rates',
]

let app: TestApp
let member: TestMember
let unverified: TestMember
let brandKey: string

beforeAll(async () => {
  app = await startTestApp()
  member = await createMember(app)
  unverified = await createMember(app, { verified: false })
  const brand = await createBrand(app)
  brandKey = await createBrandKey(app, brand.id)
})
afterAll(() => app.close())

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const needsBearer = named.filter(([, { access }]) => access !== 'public')
const ofMembers = named.filter(([, { access }]) => access === 'bearer')
const ofBrands = named.filter(([, { access }]) => access === 'brand')
const withBody = named.filter(([, { body }]) => body !== undefined)

test('has an id and an address of its own for every endpoint', () => {
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length)
  expect(new Set(named.map(([name]) => name)).size).toBe(endpoints.length)
  expect(endpoints.length).toBeGreaterThan(20)
})

test.each(named)('%s is public exactly where the specification says so', (_, endpoint) => {
  if (!endpoint.path.startsWith('/api/v1/'))
    return expect(endpoint.path).toMatch(/^\/(identity|support-requests|px)/)
  const listed = publicPaths.some((path) => endpoint.path === path || endpoint.path.startsWith(`${path}/`))
  expect(endpoint.access === 'public').toBe(listed && endpoint.method === 'GET')
})

describe('access', () => {
  test.each(needsBearer)('%s refuses a request without a bearer', async (_, endpoint) => {
    const response = await call(endpoint)
    expectProblem(response, 'unauthenticated')
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
  })

  test.each(needsBearer)('%s refuses a bearer that is none of ours', async (_, endpoint) => {
    expectProblem(await call(endpoint, 'not-a-token'), 'unauthenticated')
  })

  test.each(ofMembers)('%s refuses a brand key', async (_, endpoint) => {
    expectProblem(await call(endpoint, brandKey), 'unauthenticated')
  })

  test.each(ofBrands)('%s refuses a member', async (_, endpoint) => {
    expectProblem(await call(endpoint, member.accessToken), 'unauthenticated')
  })

  test.each(ofMembers)(
    '%s refuses a member whose e-mail is not verified, unless it is for them',
    async (_, endpoint) => {
      const response = await call(endpoint, unverified.accessToken)
      if (endpoint.unverifiedAllowed) expect(response.body).not.toContain('"email_not_verified"')
      else expectProblem(response, 'email_not_verified')
    },
  )
})

describe('bad input', () => {
  test.each(withBody)('%s refuses a body that is not JSON', async (_, endpoint) => {
    const response = await call(endpoint, bearerFor(endpoint), {
      payload: '{"a":',
      headers: { 'content-type': 'application/json' },
    })
    expectProblem(response, 'malformed_request')
  })

  test.each(withBody)('%s refuses another media type', async (_, endpoint) => {
    const response = await call(endpoint, bearerFor(endpoint), {
      payload: '<a/>',
      headers: { 'content-type': 'application/xml' },
    })
    expectProblem(response, 'unsupported_media_type')
  })

  test.each(withBody)('%s refuses a body larger than it takes', async (_, endpoint) => {
    const payload = JSON.stringify({ text: 'x'.repeat(6 * 1024 * 1024) })
    const response = await call(endpoint, bearerFor(endpoint), {
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expectProblem(response, 'payload_too_large')
  })

  test.each(withBody)('%s never fails on any JSON', async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
        const payload = JSON.stringify(value)
        const response = await call(endpoint, bearerFor(endpoint), {
          payload,
          headers: { 'content-type': 'application/json' },
        })
        expectContract(endpoint, response)
      }),
      { numRuns: 25 },
    )
  })

  test.each(named)('%s never fails on any parameter or query', async (_, endpoint) => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('0', '-1', '1e9', 'null', "'", '../..', '%', 'a'.repeat(300)),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (param, query) => {
        const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
        const path = pathOf(endpoint, Object.fromEntries(names.map((name) => [name, param || 'x'])))
        const search = new URLSearchParams({
          limit: query,
          cursor: query,
          q: query,
          state: query,
          sort: query,
        })
        const response = await call(endpoint, bearerFor(endpoint), { url: `${path}?${search}` })
        expectContract(endpoint, response)
      }),
      { numRuns: 15 },
    )
  })
})

function bearerFor(endpoint: EndpointDefinition): string | undefined {
  if (endpoint.access === 'public') return undefined
  return endpoint.access === 'brand' ? brandKey : member.accessToken
}

async function call(
  endpoint: EndpointDefinition,
  bearer?: string,
  options: InjectOptions = {},
): Promise<Response> {
  const sample = { id: `cmp_${'0'.repeat(32)}`, uid: member.uid, slug: 'nobody', eventId: 'none' }
  const id = endpoint.path.includes('/campaigns/') ? sample.id : `lnk_${'0'.repeat(32)}`
  return await app.server.inject({
    method: endpoint.method,
    url: pathOf(endpoint, { ...sample, id }),
    ...options,
    headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...options.headers },
  })
}

function expectProblem(response: Response, code: keyof typeof problems) {
  expect(response.headers['content-type']).toContain('application/problem+json')
  expect(response.json()).toMatchObject({
    code,
    status: problems[code][0],
    title: problems[code][1],
    type: expect.stringMatching(new RegExp(`/docs/api#${code}$`)),
    detail: expect.any(String),
    requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/),
  })
  expect(response.statusCode).toBe(problems[code][0])
}

/** Not a server error, and if a refusal then in the one shape and one that the OpenAPI document names. */
function expectContract(endpoint: EndpointDefinition, response: Response) {
  expect(response.statusCode, response.body).toBeLessThan(500)
  if (response.statusCode < 400) return
  const { code } = response.json() as { code: keyof typeof problems }
  expectProblem(response, code)
  expect(problemCodesOf(endpoint)).toContain(code)
}

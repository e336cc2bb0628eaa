import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contracts/endpoints.ts'
import { openAgreement, kindOf, type Agreement } from './openapi-agreement.fixture.ts'
import { openApp } from '#server/modules/conversions/conversions.fixture.ts'
import { samples } from './endpoint-samples.fixture.ts'
import { send } from './send-sample.fixture.ts'
import { openEndpointStage, type EndpointStage } from './endpoint-stage.fixture.ts'

openApp()

/** docs/session.md, Calls: GET below these needs no bearer, and nothing else under /api/v1 does without. */
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

let stage: EndpointStage
let agreement: Agreement
beforeAll(async () => {
  stage = await openEndpointStage()
  agreement = await openAgreement(stage.app)
})

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

test('has an id and an address of its own for every endpoint', () => {
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length)
  expect(new Set(named.map(([name]) => name)).size).toBe(endpoints.length)
  expect(endpoints.length).toBeGreaterThan(20)
})

test('has a sample of every endpoint, and of nothing else', () => {
  expect(Object.keys(samples).sort()).toEqual(endpoints.map(({ id }) => id as string).sort())
})

test.each(named)('%s is public exactly where docs/session.md says so', (_, endpoint) => {
  if (!endpoint.path.startsWith('/api/v1/'))
    return expect(endpoint.path).toMatch(/^\/(identity|support-requests|px)/)
  const listed = publicPaths.some((path) => endpoint.path === path || endpoint.path.startsWith(`${path}/`))
  expect(endpoint.access === 'public').toBe(listed && endpoint.method === 'GET')
})

test.each(named)('%s succeeds in every way, as the OpenAPI document says', async (_, endpoint) => {
  const seen = new Set<string>()
  for (const sample of await samples[endpoint.id](stage)) {
    // Bytes have no schema.
    if (sample.payload && endpoint.body)
      expect(agreement.acceptsBody(endpoint, clean(sample.payload))).toBe(true)
    const response = await send(stage, endpoint, sample)
    expect(response.statusCode, response.body).toBe(sample.status)
    agreement.expectAnswer(endpoint, response)
    seen.add(kindOf(response))
  }
  expect([...seen].sort()).toEqual(agreement.successes(endpoint).sort())
})

describe('the check itself', () => {
  const wallet = endpoints.find(({ id }) => id === 'getWallet')!
  const answerOf = async (changes: { statusCode?: number; body?: object; type?: string }) => {
    const response = await stage.app.server.inject({ url: wallet.path, headers: stage.owner.headers })
    const { statusCode = 200, body = {}, type = 'application/json' } = changes
    return {
      statusCode,
      headers: { 'content-type': type },
      body: JSON.stringify({ ...response.json(), ...body }),
    } as typeof response
  }

  test.each([
    ['an undocumented field', { body: { secret: 1 } }],
    ['a field of another type', { body: { held: '1' } }],
    ['an undocumented status', { statusCode: 202 }],
    ['an undocumented media type', { type: 'text/html' }],
    [
      'a status that the endpoint does not refuse with',
      { statusCode: 413, type: 'application/problem+json' },
    ],
  ])('sees %s', async (_, changes) => {
    const planted = await answerOf(changes)
    expect(() => agreement.expectAnswer(wallet, planted)).toThrow()
  })

  test('lets the true answer pass', async () => {
    agreement.expectAnswer(wallet, await answerOf({}))
  })
})

/** As it is sent. */
function clean(payload: object): unknown {
  return JSON.parse(JSON.stringify(payload))
}

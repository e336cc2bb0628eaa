import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type EndpointId } from '#contracts/endpoints.ts'
import { openApp } from '#server/modules/conversions/conversions.fixture.ts'
import { samples } from './endpoint-samples.fixture.ts'
import { bearerOf } from './send-sample.fixture.ts'
import { openEndpointStage, type EndpointStage, type Sample } from './endpoint-stage.fixture.ts'
import { oddHeaders } from './fuzz-headers.fixture.ts'
import { fuzzRuns, fuzzSeed, fuzzTimeoutMs, tryMany } from './fuzz-runs.fixture.ts'
import { bodiesOf, type ValueSchema } from './fuzz-values.fixture.ts'
import { nastyTexts } from './nasty-texts.fixture.ts'
import { openAgreement, type Agreement } from './openapi-agreement.fixture.ts'

openApp()

type Definition = (typeof endpoints)[number]

let stage: EndpointStage
let agreement: Agreement
/** Made before any fuzz: later the mails that some need would wait behind those of thousands. */
const rightIn = {} as Record<EndpointId, Omit<Asked, 'query'>>
beforeAll(async () => {
  stage = await openEndpointStage()
  agreement = await openAgreement(stage.app)
  for (const endpoint of endpoints) rightIn[endpoint.id] = await rightFor(endpoint)
})

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

describe(`FUZZ_SEED=${fuzzSeed} FUZZ_RUNS=${fuzzRuns}`, () => {
  test.each(named.filter(([, { body }]) => body))(
    '%s answers any body as the document says',
    async (_, endpoint) => {
      const bodies = bodiesOf(agreement.bodySchema(endpoint) as ValueSchema, known())
      const sample = rightIn[endpoint.id]
      await tryMany(bodies, async (payload) => {
        const response = await ask(endpoint, { ...sample, payload })
        // What the document refuses, the server refuses.
        const refused = payload.trim() !== '' && !agreement.acceptsBody(endpoint, parsed(payload))
        if (refused) expect(response.statusCode, payload.slice(0, 500)).toBeGreaterThanOrEqual(400)
      })
    },
    fuzzTimeoutMs,
  )

  test.each(named)(
    '%s answers any address and any headers as the document says',
    async (_, endpoint) => {
      const sample = rightIn[endpoint.id]
      const requests = fc.record({
        path: pathsOf(endpoint, sample),
        query: queriesOf(endpoint),
        headers: oddHeaders,
      })
      const part = fc.constantFrom('path', 'query', 'headers', 'all')
      await tryMany(fc.tuple(requests, part), async ([{ path, query, headers }, odd]) => {
        const asked = {
          path: odd === 'path' || odd === 'all' ? path : plainPath(endpoint, sample),
          query: odd === 'query' || odd === 'all' ? query : '',
          headers: { ...sample.headers, ...(odd === 'headers' || odd === 'all' ? headers : {}) },
        }
        await ask(endpoint, { ...sample, ...asked })
      })
    },
    fuzzTimeoutMs,
  )
})

interface Asked extends Omit<Sample, 'status' | 'payload' | 'query'> {
  path?: string
  query?: string
  payload?: string
}

/** Sends it; no failure of ours, and as the document says. An address that is another's is answered by that other. */
async function ask(endpoint: Definition, { path, query = '', payload, headers, ...sample }: Asked) {
  const url = path ?? plainPath(endpoint, sample)
  const response = await stage.app.server.inject({
    method: endpoint.method,
    url: `${url}${query}`,
    payload,
    headers: {
      authorization: bearerOf(stage, endpoint) ?? '',
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  expect(response.statusCode, response.body).toBeLessThan(500)
  if (response.statusCode !== 304) agreement.expectAnswer(endpoint, response)
  return response
}

/** A right request, but for its body where that is to be odd; nothing in it ends the owner's session. */
async function rightFor(endpoint: Definition): Promise<Omit<Asked, 'query'>> {
  const { params, headers, payload } = (await samples[endpoint.id](stage))[0]!
  return { params, headers, ...(payload ? { payload: JSON.stringify(payload) } : {}) }
}

function plainPath({ path }: Definition, { params = {} }: Pick<Asked, 'params'>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Texts that name something there is. */
function known(): string[] {
  const { owner, clickId, eventId, joined, free, brand } = stage
  return [owner.uid, owner.email, clickId, eventId, joined, free, brand.slug, 'USD', 'https://a.example']
}

const oddTexts = fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: 'binary', maxLength: 40 }))

function pathsOf(endpoint: Definition, { params = {} }: Pick<Asked, 'params'>): fc.Arbitrary<string> {
  const names = Object.keys(params)
  if (names.length === 0) return fc.constant(endpoint.path)
  return oddTexts.map((odd) =>
    endpoint.path.replaceAll(/\{(\w+)\}/g, () => encodeURIComponent(odd.toWellFormed()) || 'x'),
  )
}

/** Query strings: the endpoint's own names with odd values, repeated, in brackets, and foreign ones. */
function queriesOf(endpoint: Definition): fc.Arbitrary<string> {
  const own = endpoint.query
    ? ['limit', 'cursor', 'state', 'sort', 'q', 'campaign', 'account', 'category']
    : []
  const name = fc.constantFrom(...own, 'x', 'limit[]', '__proto__', '')
  const value = fc.oneof(
    oddTexts.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      '%',
      '%zz',
      '%00',
      '%ff',
      '+',
      '1',
      '100',
      '101',
      '-1',
      '1.5',
      'new',
      'ending',
      'pending',
    ),
    fc.base64String({ maxLength: 60 }).map(encodeURIComponent),
    // What looks like a cursor.
    fc.jsonValue({ maxDepth: 1 }).map((json) => Buffer.from(JSON.stringify(json)).toString('base64url')),
  )
  return fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => `?${pairs.map(([of, is]) => `${of}=${is}`).join('&')}`)
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

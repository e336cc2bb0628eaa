import { beforeAll, describe, expect, test } from 'vitest'
import { pathOf, type Method } from '#contracts/endpoint.ts'
import { endpoints, type EndpointId } from '#contracts/endpoints.ts'
import type { ProblemCode } from '#contracts/errors.ts'
import { openApp } from '#server/modules/conversions/conversions.fixture.ts'
import { samples } from './endpoint-samples.fixture.ts'
import { bearerOf } from './send-sample.fixture.ts'
import { openEndpointStage, type EndpointStage, type Sample } from './endpoint-stage.fixture.ts'
import { expectProblem } from './expect-problem.fixture.ts'
import { openAgreement, type Agreement } from './openapi-agreement.fixture.ts'

openApp()

let stage: EndpointStage
let agreement: Agreement
const rightIn = {} as Record<EndpointId, Sample>
beforeAll(async () => {
  stage = await openEndpointStage()
  agreement = await openAgreement(stage.app)
  for (const { id } of endpoints) rightIn[id] = (await samples[id](stage))[0]!
})

type Definition = (typeof endpoints)[number]
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const withBody = named.filter(([, { body }]) => body !== undefined)

/** A right request but for its body. */
const sendBody = async (endpoint: Definition, payload: string | undefined, type = 'application/json') => {
  const bearer = bearerOf(stage, endpoint)
  return await stage.app.server.inject({
    method: endpoint.method,
    url: pathOf(endpoint, rightIn[endpoint.id].params),
    payload,
    headers: {
      ...(bearer === null ? {} : { authorization: bearer }),
      ...rightIn[endpoint.id].headers,
      ...(payload === undefined ? {} : { 'content-type': type }),
    },
  })
}

const bad: [name: string, payload: string, type: string, code: ProblemCode][] = [
  ['is cut off', '{"a":', 'application/json', 'malformed_request'],
  ['says a key of every object', '{"__proto__":{"a":1}}', 'application/json', 'malformed_request'],
  ['has a null character', String.raw`{"a":"\u0000"}`, 'application/json', 'malformed_request'],
  ['has half of a character', String.raw`{"a":["\ud800"]}`, 'application/json', 'malformed_request'],
  ['is XML', '<a/>', 'application/xml', 'unsupported_media_type'],
  ['is a form', 'a=1', 'application/x-www-form-urlencoded', 'unsupported_media_type'],
  ['is text', 'a', 'text/plain', 'unsupported_media_type'],
  ['is too large', JSON.stringify({ a: 'x'.repeat(6_000_000) }), 'application/json', 'payload_too_large'],
  ['is no object', '[1]', 'application/json', 'validation_failed'],
]

describe.each(bad)('a body that %s', (_, payload, type, code) => {
  test.each(withBody)('is refused by %s', async (__, endpoint) => {
    const response = await sendBody(endpoint, payload, type)
    expectProblem(response, code)
    agreement.expectAnswer(endpoint, response)
  })
})

test.each(withBody)('%s without a body is refused, unless it needs none', async (_, endpoint) => {
  for (const payload of [undefined, '']) {
    const response = await sendBody(endpoint, payload)
    agreement.expectAnswer(endpoint, response)
    if (endpoint.bodyOptional) expect(response.body).not.toContain('malformed_request')
    else expectProblem(response, 'malformed_request')
  }
})

describe('a method that an address does not take', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  const taken = new Map<string, Method[]>()
  for (const { path, method } of endpoints) taken.set(path, [...(taken.get(path) ?? []), method])

  test.each([...taken])('%s', async (path, own) => {
    const endpoint = endpoints.find((one) => one.path === path)!
    const url = pathOf(endpoint, rightIn[endpoint.id].params)
    for (const method of methods.filter((one) => !(own as string[]).includes(one)))
      expectProblem(await stage.app.server.inject({ method, url }), 'not_found', method)
  })
})

test.each(named.filter(([, { method }]) => method === 'GET'))(
  '%s answers HEAD as it answers GET, without a body',
  async (_, endpoint) => {
    const { params, query } = rightIn[endpoint.id]
    const ask = async (method: 'GET' | 'HEAD', authorization: string | null) =>
      await stage.app.server.inject({
        method,
        url: pathOf(endpoint, params),
        query: query as Record<string, string>,
        headers: authorization ? { authorization } : {},
      })
    for (const bearer of [bearerOf(stage, endpoint), 'Bearer rubbish']) {
      const [head, get] = [await ask('HEAD', bearer), await ask('GET', bearer)]
      expect(head.statusCode).toBe(get.statusCode)
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
      expect(head.body).toBe('')
    }
  },
)

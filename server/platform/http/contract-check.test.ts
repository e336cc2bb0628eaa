import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { endpoint, whole, type EndpointDefinition, type EndpointSchemas } from '#contracts/endpoint.ts'
import { bind, type Route } from './bind.ts'
import { contractCheck, requireWhole } from './contract-check.ts'

const waveSchemas = {
  summary: 'Waves.',
  tag: 'waves',
  errors: ['campaign_full'],
  responses: { 200: z.object({ points: z.int() }), 204: null },
} satisfies EndpointSchemas
const called = endpoint<typeof waveSchemas>()({
  id: 'wave',
  method: 'POST',
  path: '/api/v1/wave',
  access: 'bearer',
})
const wave: EndpointDefinition = whole(called, waveSchemas)
const check = contractCheck()

test('lets pass what the contract says', () => {
  expect(() => check.answer(wave, 200, { points: 5 })).not.toThrow()
  expect(() => check.answer(wave, 204, null)).not.toThrow()
  for (const code of ['campaign_full', 'unauthenticated', 'conflict'] as const)
    expect(() => check.refusal(wave, code)).not.toThrow()
})

test.each<[number, unknown, RegExp]>([
  [201, { points: 5 }, /wave answered 201/],
  [204, { points: 5 }, /wave answered 204 with a body/],
  [200, { points: '5' }, /wave broke its contract/],
])('stops an answer of %i with %j', (status, body, message) => {
  expect(() => check.answer(wave, status, body)).toThrow(message)
})

test('keeps files and other answers apart', () => {
  const picture: EndpointDefinition = { ...wave, id: 'picture', answerType: 'image/webp' }
  expect(() => check.file(picture)).not.toThrow()
  expect(() => check.file(wave)).toThrow(/wave answered with a file/)
  expect(() => check.answer(picture, 200, null)).toThrow(/picture answered without the image\/webp/)
})

test('stops a refusal that the contract does not name', () => {
  expect(() => check.refusal(wave, 'terms_changed')).toThrow(/wave refused with terms_changed/)
})

test('names every endpoint that was forgotten somewhere', () => {
  const bound: Route = { endpoint: wave, handler: async () => ({ points: 5 }) }
  expect(() => requireWhole([wave], [bound])).not.toThrow()
  expect(() => requireWhole([], [bound])).toThrow(/wave is bound and not listed/)
  expect(() => requireWhole([wave], [])).toThrow(/wave is bound by no module/)
  expect(() => bind(called, async () => ({ points: 5 }))).toThrow(/wave is not listed/)
})

import { expect, test } from 'vitest'
import { answered, answeredIn, get, planted, post, sent, sentIn, type Json } from './contract.fixture.ts'

test.each<[string, (d: Json) => unknown]>([
  ['nothing', () => {}],
  ['a new path', (d) => (d.paths['/brands'] = { get: get(d) })],
  ['a new method', (d) => (d.paths['/members'].get = get(d))],
  [
    'another name for a path parameter',
    (d) => {
      d.paths['/members/{uid}'] = d.paths['/members/{id}']
      delete d.paths['/members/{id}']
      get({ paths: { '/members/{id}': d.paths['/members/{uid}'] } }).parameters[0].name = 'uid'
    },
  ],
  ['access that becomes free', (d) => (get(d).security = [])],
  ['a second way in', (d) => get(d).security.push({ brand: [] })],
  ['a new optional parameter', (d) => get(d).parameters.push({ name: 'at', in: 'query', required: false })],
  ['a wider limit', (d) => (get(d).parameters[1].schema.maximum = 200)],
  ['a new optional request field', (d) => (sentIn(d).city = { type: 'string' })],
  ['a request field no longer required', (d) => sent(d).required.pop()],
  ['a whole number that may be any', (d) => (sentIn(d).age.type = 'number')],
  ['the same limit in other words', (d) => (sentIn(d).age = { type: 'integer', minimum: 1 })],
  ['a wider request enum', (d) => sentIn(d).kind.enum.push('agency')],
  ['null accepted', (d) => (sentIn(d).name = { anyOf: [sentIn(d).name, { type: 'null' }] })],
  ['no pattern any more', (d) => delete sentIn(d).birthday.anyOf[0].pattern],
  ['alternatives in another order', (d) => sentIn(d).birthday.anyOf.reverse()],
  [
    'a new response field',
    (d) => {
      answeredIn(d).city = { type: 'string' }
      answered(d).required.push('city')
    },
  ],
  ['a response field always there', (d) => answered(d).required.push('crels')],
  ['a narrower response enum', (d) => answeredIn(d).state.enum.pop()],
  ['a response field never null', (d) => (answeredIn(d).bio = { type: 'string', maxLength: 100 })],
  ['a new error code', (d) => post(d).responses[422]['x-problem-codes'].push('odd')],
  ['a new refusal', (d) => (get(d).responses[410] = { 'x-problem-codes': ['gone'] })],
  [
    'other words',
    (d) => {
      get(d).summary = 'Other'
      sentIn(d).name.description = 'Other'
      d.components.securitySchemes.bearer.description = 'Other'
    },
  ],
  [
    'a schema written out in place of its reference',
    (d) => (sentIn(d).tags.items = structuredClone(d.components.schemas.Tag)),
  ],
])('%s breaks no client', (_, plant) => {
  expect(planted(plant)).toEqual([])
})

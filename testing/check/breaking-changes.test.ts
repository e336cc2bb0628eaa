import { expect, test } from 'vitest'
import { answered, answeredIn, get, planted, post, sent, sentIn, type Json } from './contract.fixture.ts'

test.each<[string, (d: Json) => unknown, string[]]>([
  ['a removed path', (d) => delete d.paths['/members'], ['POST /members: removed']],
  ['a removed method', (d) => delete d.paths['/members'].post, ['POST /members: removed']],
  [
    'another operationId',
    (d) => (get(d).operationId = 'readMember'),
    ['getMember: operationId getMember → readMember'],
  ],
  ['another access', (d) => (get(d).security = [{ brand: [] }]), ['access: access bearer → brand']],
  ['access that was free', (d) => (post(d).security = [{ bearer: [] }]), ['access: access public → bearer']],
  [
    'another scheme under the name',
    (d) => (d.components.securitySchemes.bearer.scheme = 'basic'),
    ['access: access bearer → bearer'],
  ],
  ['a removed parameter', (d) => get(d).parameters.pop(), ['limit: parameter limit: removed']],
  [
    'a parameter now required',
    (d) => (get(d).parameters[1].required = true),
    ['limit: parameter limit: now required'],
  ],
  [
    'a new required parameter',
    (d) => get(d).parameters.push({ name: 'at', in: 'query', required: true }),
    ['at: parameter at: new and required'],
  ],
  [
    'a narrower limit',
    (d) => (get(d).parameters[1].schema.maximum = 50),
    ['limit: parameter limit: maximum 100 → 50'],
  ],
  [
    'another default',
    (d) => (get(d).parameters[1].schema.default = 50),
    ['limit: parameter limit: default 20 → 50'],
  ],
  ['a removed body', (d) => delete post(d).requestBody, ['body: request body: removed']],
  ['a body now required', (d) => (post(d).requestBody.required = true), ['body: request body: now required']],
  [
    'another type of content',
    (d) => (post(d).requestBody.content = { 'text/csv': {} }),
    ['body: request: application/json removed'],
  ],
  ['a removed request field', (d) => delete sentIn(d).age, ['age: request field age: removed']],
  [
    'a request field now required',
    (d) => sent(d).required.push('age'),
    ['age: request field age: now required'],
  ],
  [
    'a new required request field',
    (d) => {
      sentIn(d).city = { type: 'string' }
      sent(d).required.push('city')
    },
    ['city: request field city: now required'],
  ],
  [
    'a request type',
    (d) => (sentIn(d).name.type = 'integer'),
    ['name: request field name: type "string" → "integer"'],
  ],
  [
    'a number that must be whole',
    (d) => (sentIn(d).score.type = 'integer'),
    ['score: request field score: type "number" → "integer"'],
  ],
  [
    'a shorter request text',
    (d) => (sentIn(d).name.maxLength = 50),
    ['name: request field name: maxLength 60 → 50'],
  ],
  [
    'a higher least value',
    (d) => (sentIn(d).age = { type: 'integer', minimum: 18 }),
    ['age: request field age: minimum none → 18'],
  ],
  [
    'a new pattern',
    (d) => (sentIn(d).name.pattern = '^a'),
    ['name: request field name: pattern none → "^a"'],
  ],
  [
    'another pattern of an alternative',
    (d) => (sentIn(d).birthday.anyOf[0].pattern = '^1'),
    ['birthday: request field birthday: pattern "^\\\\d" → "^1"'],
  ],
  [
    'a new format',
    (d) => (sentIn(d).name.format = 'email'),
    ['name: request field name: format none → "email"'],
  ],
  [
    'a narrower enum',
    (d) => sentIn(d).kind.enum.pop(),
    ['kind: request field kind: enum ["creator","brand"] → ["creator"]'],
  ],
  [
    'null no longer accepted',
    (d) => sentIn(d).birthday.anyOf.pop(),
    ['birthday: request field birthday: "null" is no longer accepted'],
  ],
  [
    'items that may be anything no longer accepted',
    (d) => (sentIn(d).tags.items = { type: 'string' }),
    ['tags: request field tags[]: type "object" → "string"'],
  ],
  [
    'strangers no longer accepted',
    (d) => (sent(d).additionalProperties = false),
    ['body: request: other fields true → false'],
  ],
  [
    'a keyword the comparison does not know',
    (d) => (sentIn(d).name.contentEncoding = 'base64'),
    ['name: request field name: contentEncoding none → "base64"'],
  ],
  ['a removed success', (d) => delete post(d).responses[204], ['204: answer 204: removed']],
  [
    'a new success',
    (d) => (post(d).responses[202] = {}),
    ['202: answer 202: a success that clients do not know'],
  ],
  [
    'an answer without its content',
    (d) => delete get(d).responses[200].content,
    ['200: answer 200: application/json removed'],
  ],
  [
    'a removed response field',
    (d) => {
      delete answeredIn(d).bio
      answered(d).required.splice(2, 1)
    },
    ['bio: answer 200 field bio: removed'],
  ],
  [
    'a removed optional response field',
    (d) => delete answeredIn(d).crels,
    ['crels: answer 200 field crels: removed'],
  ],
  [
    'a response field not always there',
    (d) => answered(d).required.shift(),
    ['id: answer 200 field id: no longer always there'],
  ],
  [
    'a wider response enum',
    (d) => answeredIn(d).state.enum.push('paused'),
    ['state: answer 200 field state: enum ["joined","left"] → ["joined","left","paused"]'],
  ],
  [
    'a response enum without end',
    (d) => delete answeredIn(d).state.enum,
    ['state: answer 200 field state: enum ["joined","left"] → none'],
  ],
  [
    'a response field that may be null',
    (d) => (answeredIn(d).id = { anyOf: [answeredIn(d).id, { type: 'null' }] }),
    ['id: answer 200 field id: "null" can now be answered'],
  ],
  [
    'a response field that may be null, as a list of types',
    (d) => (answeredIn(d).crels.type = ['integer', 'null']),
    ['crels: answer 200 field crels: "null" can now be answered'],
  ],
  [
    'a response type',
    (d) => (answeredIn(d).crels.type = 'number'),
    ['crels: answer 200 field crels: type "integer" → "number"'],
  ],
  [
    'a response format',
    (d) => delete answeredIn(d).id.format,
    ['id: answer 200 field id: format "uuid" → none'],
  ],
  [
    'a lower least value of a response',
    (d) => (answeredIn(d).crels.minimum = -10),
    ['crels: answer 200 field crels: minimum 0 → -10'],
  ],
  [
    'a longer list of a response',
    (d) => (answeredIn(d).tags.maxItems = 9),
    ['tags: answer 200 field tags: maxItems 5 → 9'],
  ],
  [
    'a value of a record',
    (d) => (answeredIn(d).byDay.additionalProperties.type = 'string'),
    ['byDay: answer 200 field byDay{}: type "integer" → "string"'],
  ],
  [
    'a referenced schema, in requests',
    (d) => d.components.schemas.Tag.required.push('color'),
    ['color: request field tags[].color: now required'],
  ],
  [
    'a referenced schema, in responses',
    (d) => d.components.schemas.Tag.required.pop(),
    ['label: answer 200 field tags[].label: no longer always there'],
  ],
  [
    'a removed error code',
    (d) => post(d).responses[422]['x-problem-codes'].pop(),
    ['taken: error 422 taken: removed'],
  ],
  [
    'an error under another status',
    (d) => {
      post(d).responses[409] = { 'x-problem-codes': ['taken'] }
      post(d).responses[422]['x-problem-codes'].pop()
    },
    ['taken: error 422 taken: removed'],
  ],
])('%s breaks clients', (_, plant, found) => {
  expect(planted(plant)).toEqual(found)
})

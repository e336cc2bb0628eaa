import { expect, test } from 'vitest'
import { readAnalyticsMessage, type MessageReading } from './analytics-message.ts'

const receivedAt = new Date('2026-11-23T12:00:00.000Z')
const reading: MessageReading = { receivedAt, traits: ['plan'], newId: () => 'made-here' }
const read = (raw: unknown, changes: Partial<MessageReading> = {}) =>
  readAnalyticsMessage(raw, { ...reading, ...changes })
const message = (raw: object, changes: Partial<MessageReading> = {}) => {
  const found = read({ type: 'track', event: 'link_copied', anonymousId: 'a1', ...raw }, changes)
  if ('refusal' in found) throw new Error(found.refusal)
  return found.message
}

test('keeps ids, event and properties, and gives an id to a message without one', () => {
  expect(message({ userId: 7, properties: { place: 'home', count: 2, list: [true, null] } })).toEqual({
    type: 'track',
    messageId: 'made-here',
    timestamp: receivedAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    anonymousId: 'a1',
    userId: '7',
    event: 'link_copied',
    properties: { place: 'home', count: 2, list: [true, null] },
  })
})

test.each([
  [null, 'no_object'],
  [[], 'no_object'],
  [{ type: 'buy', userId: 'u' }, 'type_unknown'],
  [{ type: 'page' }, 'id_missing'],
  [{ type: 'page', userId: ' ', anonymousId: {} }, 'id_missing'],
  [{ type: 'page', userId: 'ola@example.com' }, 'id_is_address'],
  [{ type: 'page', userId: 'ola%40example.com' }, 'id_is_address'],
  [{ type: 'page', userId: 'u'.repeat(201) }, 'id_too_long'],
  [{ type: 'track', userId: 'u' }, 'event_missing'],
])('refuses %j as %s', (raw, refusal) => expect(read(raw)).toEqual({ refusal }))

test('the type of the address is the one that counts', () => {
  expect(read({ type: 'track', userId: 'u' }, { type: 'page' })).toMatchObject({ message: { type: 'page' } })
})

test.each([
  ['a right clock', '2026-11-23T11:59:50Z', '2026-11-23T12:00:00Z', '2026-11-23T11:59:50.000Z'],
  ['a clock a day ahead', '2026-11-24T11:59:50Z', '2026-11-24T12:00:00Z', '2026-11-23T11:59:50.000Z'],
  ['a clock a day behind', '2026-11-22T11:00:00Z', '2026-11-22T12:00:00Z', '2026-11-23T11:00:00.000Z'],
  ['no time of sending', '2026-11-20T00:00:00Z', undefined, '2026-11-20T00:00:00.000Z'],
  ['the future', '2027-01-01T00:00:00Z', undefined, '2026-11-23T12:00:00.000Z'],
  ['no time at all', 'yesterday', 'today', '2026-11-23T12:00:00.000Z'],
])('with %s an event is put where it happened', (_, timestamp, sentAt, expected) => {
  expect(message({ timestamp, sentAt }).timestamp).toBe(expected)
  expect(message({ timestamp }, { sentAt }).timestamp).toBe(expected)
})

test('leaves out what identifies a person: addresses, queries, secrets, traits that are not allowed', () => {
  const sent = message({
    writeKey: 'k',
    properties: {
      'E-Mail': 'a@b.example',
      note: 'write to Ola.N+x@mail.example, or ask',
      path: '/login/reset-password?token=abc#x',
      search: '?token=abc',
      api_key: 'x',
      session: 'eyJhbGciOi.eyJzdWIi.c2ln',
      encoded: 'u=ola%40b.example',
    },
    traits: { plan: 'pro', email: 'a@b.example', address: { street: 'x' } },
    context: {
      ip: '203.0.113.7',
      page: {
        url: 'https://crels.example/signup?invitedBy=k7m2qw9d',
        referrer: 'https://other.example/?q=me',
      },
      traits: { email: 'a@b.example', plan: 'free' },
    },
  })
  expect(sent).toMatchObject({
    properties: {
      note: 'write to [email], or ask',
      path: '/login/reset-password',
      session: '[token]',
      encoded: 'u=[email]',
    },
    traits: { plan: 'pro' },
    context: {
      page: { url: 'https://crels.example/signup', referrer: 'https://other.example/' },
      traits: { plan: 'free' },
    },
  })
  expect(JSON.stringify(sent)).not.toMatch(/b\.example|token=|203\.0|writeKey|api_key|street/)
})

test('keeps what PostgreSQL can store, and takes no time over long texts', () => {
  expect(message({ properties: { a: 'x\0y\ud800' } })).toMatchObject({ properties: { a: 'xy\ufffd' } })
  const started = performance.now()
  for (const part of ['a', '@', 'a@', 'eyJ', 'eyJ.', 'http://', '/?', '%40'])
    message({ properties: { a: part.repeat(32_000 / part.length) } })
  expect(performance.now() - started).toBeLessThan(5_000)
})

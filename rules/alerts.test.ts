import { expect, test } from 'vitest'
import { alertsOf, dueDigest, type Watched } from './alerts.ts'

const now = new Date('2026-11-26T06:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const right = { books: { at: ago(1), isRight: true }, auditLog: { at: ago(5), isRight: true } }
const provedFrom = { books: ago(9_999), auditLog: ago(9_999) }
const names = (watched: Omit<Watched, 'provedFrom'> & Partial<Watched>, hours: Record<string, number> = {}) =>
  alertsOf({ provedFrom, ...watched }, hours, now).map(({ name }) => name)

test.each([
  ['nothing waits', null, 24, []],
  ['it is young', ago(23.9), 24, []],
  ['it is as old as allowed', ago(24), 24, ['queue.support']],
  ['it is old', ago(200), 24, ['queue.support']],
])('a queue: %s', (_, oldestAt, hours, expected) => {
  const queues = [{ queue: 'support', count: oldestAt ? 3 : 0, oldestAt }]
  expect(names({ ...right, queues }, { support: hours })).toEqual(expected)
})

test('a queue without an age is never an alert', () => {
  expect(names({ ...right, queues: [{ queue: 'orders', count: 1, oldestAt: ago(9_999) }] })).toEqual([])
})

test.each([
  ['clean', { at: ago(1), isRight: true }, []],
  ['wrong', { at: ago(1), isRight: false }, ['books.wrong']],
  ['clean, and long ago', { at: ago(4), isRight: true }, ['books.unchecked']],
  ['clean, and longer ago than it is kept', null, ['books.unchecked']],
])('books: %s', (_, books, expected) => {
  expect(names({ ...right, books, queues: [] })).toEqual(expected)
})

test.each([
  ['its job was never there', null, []],
  ['its job is there since an hour ago', ago(1), []],
  ['its job is there for long', ago(27), ['books.unchecked', 'audit-log.unchecked']],
])('what was never proved: %s', (_, from, expected) => {
  const watched = { queues: [], books: null, auditLog: null, provedFrom: { books: from, auditLog: from } }
  expect(names(watched)).toEqual(expected)
})

test.each([
  ['UTC', '2026-11-26T05:59:59Z', null],
  ['UTC', '2026-11-26T00:00:00Z', null],
  ['UTC', '2026-11-26T06:00:00Z', { date: '2026-11-26', isLate: false }],
  ['UTC', '2026-11-26T06:59:59Z', { date: '2026-11-26', isLate: false }],
  // Until midnight: nothing may have run in its hour.
  ['UTC', '2026-11-26T07:00:00Z', { date: '2026-11-26', isLate: true }],
  ['UTC', '2026-11-26T23:59:59Z', { date: '2026-11-26', isLate: true }],
  ['Asia/Kathmandu', '2026-11-26T00:15:00Z', { date: '2026-11-26', isLate: false }],
  ['Pacific/Auckland', '2026-11-26T17:30:00Z', { date: '2026-11-27', isLate: false }],
  // An hour earlier by the clock of UTC once it is summer.
  ['Europe/Berlin', '2026-06-01T04:00:00Z', { date: '2026-06-01', isLate: false }],
  ['Europe/Berlin', '2026-11-26T05:00:00Z', { date: '2026-11-26', isLate: false }],
])('the digest in %s at %s', (zone, at, due) => {
  expect(dueDigest(new Date(at), zone)).toEqual(due)
})

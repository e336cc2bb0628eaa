import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkOf } from '#server/platform/http/network-of.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { dateOf, dayOf } from './click-id.ts'
import { visitorHash, VisitRecorder, type VisitRequest } from './record-visit.ts'
import { VisitorSalts } from './visitor-salts.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function movableClock(at: number) {
  const clock = { at, now: () => new Date(clock.at) }
  return clock
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
  ['2001:DB8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['1:2:3::8.8.8.8', '1:2:3:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a visitor is the same all day, for one network and user agent', () => {
  const [salt, next] = ['0'.repeat(64), '1'.repeat(64)]
  const visitor = visitorHash(salt, '203.0.113.7', 'a')
  expect(visitor).toMatch(/^[0-9a-f]{32}$/)
  expect(visitorHash(salt, '203.0.113.7', 'a')).toBe(visitor)
  expect(visitorHash(salt, '203.0.113.8', 'a')).not.toBe(visitor)
  expect(visitorHash(salt, '203.0.113.7', 'b')).not.toBe(visitor)
  expect(visitorHash(next, '203.0.113.7', 'a')).not.toBe(visitor)
})

test('processes share the salts of a day, and those before yesterday are gone', async () => {
  const noon = Date.UTC(2030, 0, 10, 12)
  const clock = movableClock(noon)
  const [one, other] = [new VisitorSalts(database.db, clock, log), new VisitorSalts(database.db, clock, log)]
  // Asked before it was read: this process had to make one up, and the other takes it over.
  const early = one.of(dayOf(noon))
  await one.refresh()
  await other.refresh()
  expect(other.of(dayOf(noon))).toBe(early)
  expect(other.of(dayOf(noon) + 1)).toBe(one.of(dayOf(noon) + 1))
  expect(early).toMatch(/^[0-9a-f]{64}$/)

  clock.at += 2 * 86_400_000
  await one.refresh()
  const { rows } = await sql<{ day: string }>`select day from click_salt order by day`.execute(database.db)
  const today = dayOf(clock.at)
  expect(rows.map((row) => row.day)).toEqual([today - 1, today, today + 1].map(dateOf))
  expect(one.ofPast(dayOf(noon))).toBeUndefined()
})

test('a repeat is one over midnight too, until the hour ends', async () => {
  const clock = movableClock(Date.UTC(2031, 5, 1, 23, 50))
  const salts = new VisitorSalts(database.db, clock, log)
  await salts.refresh()
  const lines: string[] = []
  const recorder = new VisitRecorder({
    clock,
    salts,
    countries: { of: () => null },
    networks: { of: () => 'other' },
    append: async (line) => void lines.push(line),
  })
  const link = {
    id: `lnk_${'0'.repeat(32)}`,
    url: { before: '', after: '' },
    defaultSub: null,
    state: 'active' as const,
    expiresAtMs: Number.POSITIVE_INFINITY,
    fallbackUrl: null,
  }
  const request: VisitRequest = {
    method: 'GET',
    url: '/s/abc',
    ip: '203.0.113.7',
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  }
  for (const minutes of [0, 20, 39, 2, 30, 40]) {
    clock.at += minutes * 60_000
    await recorder.record(link, request)
  }
  const seen = lines.map((line) => line.split('\t'))
  // 23:50 counts, 00:10 and 00:49 repeat it, 00:51 counts, 01:21 repeats that, 02:01 counts.
  expect(seen.map((fields) => fields[3])).toEqual(['\\N', 'repeat', 'repeat', '\\N', 'repeat', '\\N'])
  expect(seen[0]![2]).not.toBe(seen[1]![2])
})

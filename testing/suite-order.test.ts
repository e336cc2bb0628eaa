import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesOfTurn, spread } from './suite-order.ts'

const specs = readdirSync(path.join(import.meta.dirname, '../e2e'))
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `/crels/e2e/${name}`)
const servers = [
  'platform/backup/point-in-time',
  'platform/embedded-postgres/start',
  'restore',
  'replicas',
].map((name) => `/crels/server/${name}.test.ts`)
const others = ['rules/fee', 'server/e2e', 'server/restored-payouts'].map((name) => `/crels/${name}.test.ts`)
const turns = [1, 2, 3].map((index) => filesOfTurn([...specs, ...servers, ...others], { index, count: 3 }))

describe('a turn of CI', () => {
  test('has every test but those of whole programs, each of which has its turn', () => {
    for (const other of others) expect(turns.map((turn) => turn.has(other))).toEqual([true, true, true])
    for (const server of servers) expect(turns.filter((turn) => turn.has(server))).toHaveLength(1)
    for (const spec of specs) expect([1, 3]).toContain(turns.filter((turn) => turn.has(spec)).length)
    const sizes = turns.map(({ size }) => size)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  test('has what is of money and of access each time', () => {
    const always = specs.filter((spec) => turns.every((turn) => turn.has(spec)))
    expect(always.map((spec) => path.basename(spec, '.spec.ts'))).toEqual(
      'console-redemptions endpoint-access endpoint-answers endpoint-foreign endpoint-input first-payout payout-run private-files redemption session sign-up'.split(
        ' ',
      ),
    )
  })

  test('of one is everything', () => {
    expect(filesOfTurn([...specs, ...others], { index: 1, count: 1 }).size).toBe(specs.length + others.length)
  })
})

test('slow files run among quick ones, none of them at the end', () => {
  expect(spread(['A', 'B'], [...'123456789'])).toEqual([...'A1234B56789'])
  expect(spread([], ['1'])).toEqual(['1'])
  expect(spread(['A'], [])).toEqual(['A'])
})

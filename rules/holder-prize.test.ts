import { expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import { holderOutcome, type HolderFacts } from './holder-prize.ts'

const at = (iso: string) => Date.parse(iso)
const facts: HolderFacts = {
  now: at('2026-11-21T12:00:00Z'),
  memberSince: at('2026-01-01T00:00:00Z'),
  crelsMin: 1_200,
  heldSince: at('2026-10-01T00:00:00Z'),
  lastAt: null,
}
const outcome = (changes: Partial<HolderFacts>) => {
  const { tier, refusal, nextAt } = holderOutcome({ ...facts, ...changes }, defaultEconomy.holderPrize)
  return [tier?.points ?? 0, refusal, nextAt === null ? null : new Date(nextAt).toISOString()]
}

test('pays by the fewest crels held over 30 days', () => {
  expect(outcome({})).toEqual([100, null, null])
  expect(outcome({ crelsMin: 100 })).toEqual([20, null, null])
  expect(outcome({ crelsMin: 10_000 })).toEqual([500, null, null])
})

test('too few: says when, if they are held already', () => {
  expect(outcome({ crelsMin: 99, heldSince: null })).toEqual([0, 'too_few_crels', null])
  expect(outcome({ crelsMin: 0, heldSince: at('2026-11-11T00:00:00Z') })).toEqual([
    0,
    'too_few_crels',
    '2026-12-11T00:00:00.000Z',
  ])
})

test('an account younger than 30 days counts as holding nothing', () => {
  const memberSince = at('2026-10-22T12:00:01Z')
  expect(outcome({ memberSince })).toEqual([0, 'account_too_young', '2026-11-21T12:00:01.000Z'])
  expect(outcome({ memberSince, crelsMin: 0, heldSince: null })).toEqual([
    0,
    'account_too_young',
    '2026-11-21T12:00:01.000Z',
  ])
  expect(outcome({ memberSince: memberSince - 1_000 })[1]).toBeNull()
})

test('once a month in UTC, and 28 days after the last one', () => {
  expect(outcome({ lastAt: at('2026-11-01T00:00:00Z') })).toEqual([
    100,
    'claimed',
    '2026-12-01T00:00:00.000Z',
  ])
  expect(outcome({ lastAt: at('2026-10-30T00:00:00Z') })).toEqual([
    100,
    'too_soon',
    '2026-11-27T00:00:00.000Z',
  ])
  expect(outcome({ lastAt: at('2026-10-24T12:00:00Z') })[1]).toBeNull()
  expect(outcome({ lastAt: at('2026-11-01T00:00:00Z'), crelsMin: 0, heldSince: null })).toEqual([
    0,
    'claimed',
    null,
  ])
})

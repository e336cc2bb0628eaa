import { expect, test } from 'vitest'
import {
  countVisitors,
  DEFAULT_CLICK_LIMITS,
  PAID_PER_MINUTE,
  reviewClicks,
  type ClickNetwork,
  type ReviewedClick,
} from './click-review.ts'

const noon = Date.UTC(2026, 10, 22, 12)
const from = (
  network: string,
  address = network,
  kind: 'hosting' | 'mobile' | 'other' = 'other',
): ClickNetwork => ({
  kind,
  network,
  address,
})
const click = (at: number, where: ClickNetwork, isAccepted = false): ReviewedClick => ({
  at,
  from: where,
  isAccepted,
})
const review = (clicks: ReviewedClick[], paid = new Map<string, number>()) =>
  reviewClicks(clicks, DEFAULT_CLICK_LIMITS, paid)

test('five visitors of a network are paid a day, and five of the next day again', () => {
  const day = Array.from({ length: 6 }, (_, each) => click(noon + each * 60_000, from('a', `a${each}`)))
  expect(review(day)).toEqual([null, null, null, null, null, 'network_limit'])
  const nextDay = day.map(({ at, ...rest }) => ({ ...rest, at: at + 86_400_000 }))
  expect(review([...day, ...nextDay]).filter((reason) => reason === null)).toHaveLength(10)
})

test('those paid before count', () => {
  const day = Math.floor(noon / 86_400_000)
  expect(review([click(noon, from('a'))], new Map([[`network ${day} a`, 5]]))).toEqual(['network_limit'])
})

test('sixty an hour, twenty a minute, and nothing of a data center', () => {
  const hour = Array.from({ length: 61 }, (_, each) => click(noon + each * 50_000, from(`n${each}`)))
  expect(review(hour).filter((reason) => reason === 'hourly_limit')).toHaveLength(1)
  const minute = Array.from({ length: 30 }, (_, each) => click(noon + each, from(`n${each}`)))
  expect(review(minute).filter((reason) => reason === 'impossible_rate')).toHaveLength(30 - PAID_PER_MINUTE)
  expect(review([click(noon, from('a', 'a', 'hosting'))])).toEqual(['hosting_network'])
})

test('a click from before networks were kept has the hour alone', () => {
  expect(review(Array.from({ length: 10 }, (_, each) => click(noon + each * 60_000, null)))).toEqual(
    Array(10).fill(null),
  )
})

test('what a person accepted passes and takes no place', () => {
  const accepted = Array.from({ length: 8 }, () => click(noon, from('a'), true))
  expect(review([...accepted, click(noon, from('a'))])).toEqual(Array(9).fill(null))
})

test('of a share one visitor an address counts, five a network, more of a mobile one, none of a data center', () => {
  const agents = Array.from({ length: 9 }, () => from('a', 'a1'))
  const counted = (visitors: Parameters<typeof countVisitors>[0], own: string[] = []) =>
    countVisitors(visitors, DEFAULT_CLICK_LIMITS, new Set(own))
  expect(counted(agents)).toEqual({ counted: 1, reason: 'network_limit' })
  expect(counted([...agents, from('a', 'a2'), from('b')])).toMatchObject({ counted: 3 })
  const many = (kind: 'mobile' | 'other') =>
    Array.from({ length: 60 }, (_, each) => from('a', `a${each}`, kind))
  expect(counted(many('other'))).toMatchObject({ counted: 5 })
  expect(counted(many('mobile'))).toMatchObject({ counted: 50 })
  expect(counted([from('h', 'h', 'hosting'), null])).toEqual({ counted: 1, reason: 'hosting_network' })
  expect(counted([from('a'), from('b')])).toEqual({ counted: 2, reason: null })
  // From the member's own address none, and of its network's other addresses as of any.
  const beside = [from('a', 'a1'), from('a', 'a1'), from('a', 'a2'), from('h', 'h', 'hosting')]
  expect(counted(beside, ['a1', 'a9'])).toEqual({ counted: 1, reason: 'own_network' })
})

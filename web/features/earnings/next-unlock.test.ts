import { expect, it } from 'vitest'
import type { Earning } from '#contracts/earnings.schemas.ts'
import { nextUnlock } from './next-unlock.ts'

const earning = (crels: number, unlocksAt: string, reversedCrels = 0) =>
  ({ crels, reversedCrels, unlocksAt }) as Earning
const soon = [earning(84, '2026-12-01T10:00:00Z'), earning(99, '2026-12-01T12:00:00Z', 9)]

it('adds up all that unlocks on the next day that anything does', () => {
  const items = [...soon, earning(500, '2026-12-03T10:00:00Z')]
  expect(nextUnlock({ items, nextCursor: 'more' })).toMatchObject({ crels: 174 })
  expect(nextUnlock({ items: soon, nextCursor: null })).toMatchObject({ crels: 174 })
})

it('says nothing where nothing is pending, or more of that day than is listed', () => {
  expect(nextUnlock({ items: [], nextCursor: null })).toBeUndefined()
  expect(nextUnlock({ items: soon, nextCursor: 'more' })).toBeUndefined()
})

import { describe, expect, it } from 'vitest'
import type { StatementEntry } from '#contracts/wallet.schemas.ts'
import { balanceParts } from './balance-parts.ts'

function entry(kind: string, crels: number, balanceAfter: number): StatementEntry {
  return {
    transactionId: `txn_${balanceAfter}`,
    at: '2026-11-03T10:00:00.000Z',
    kind,
    crels,
    balanceAfter,
    about: null,
  }
}

const items = [
  entry('earning_unlocked', 84, 1204),
  entry('earning_reversed', -30, 1120),
  entry('earning_unlocked', 150, 1150),
]

describe('how a balance adds up', () => {
  it('to the unit, with what was there before', () => {
    const parts = balanceParts({ items, nextCursor: 'more' })
    expect(parts.before?.crels).toBe(1000)
    expect(parts.kinds).toEqual([
      { kind: 'earning_unlocked', entries: 2, crels: 234 },
      { kind: 'earning_reversed', entries: 1, crels: -30 },
    ])
    const sum = parts.kinds.reduce((total, { crels }) => total + crels, parts.before!.crels)
    expect(sum).toBe(parts.total)
    expect(parts.total).toBe(1204)
  })

  it('from nothing, when every entry is here or there is none', () => {
    expect(balanceParts({ items, nextCursor: null }).before).toBeNull()
    expect(balanceParts({ items: [], nextCursor: null })).toEqual({ before: null, kinds: [], total: 0 })
  })
})

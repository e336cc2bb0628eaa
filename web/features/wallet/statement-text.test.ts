import { expect, it } from 'vitest'
import type { StatementEntry } from '#contracts/wallet.schemas.ts'
import { entryText, kindText } from './statement-text.ts'

const now = new Date('2026-12-05T12:00:00Z')
const about = (type: 'sale' | 'lead' | 'click', occurredAt: string) =>
  ({ type, occurredAt }) as unknown as StatementEntry['about']
const entry = (kind: string, at: string, of: StatementEntry['about']): StatementEntry => ({
  transactionId: 'txn_1',
  at,
  kind,
  crels: 84,
  balanceAfter: 84,
  about: of,
})

it('says what happened and when, and of a refund both days', () => {
  const sale = about('sale', '2026-11-19T12:00:00Z')
  expect(entryText(entry('earning_pending', '2026-11-19T12:00:01Z', sale), now)).toBe('Sale · 19 Nov')
  expect(entryText(entry('earning_unlocked', '2026-12-03T12:00:00Z', sale), now)).toBe(
    'Unlocked 3 Dec\u00a0· sale of 19 Nov',
  )
  const left = { ...entry('earning_unlocked', '2026-12-03T12:00:00Z', sale), crels: -84 }
  expect(entryText(left, now), 'of what is pending').toBe('Unlocked 3 Dec\u00a0· sale of 19 Nov')
  const lead = about('lead', '2026-12-03T11:00:00Z')
  expect(entryText(entry('earning_unlocked', '2026-12-03T12:00:00Z', lead), now)).toBe('Lead · 3 Dec')
  expect(entryText(entry('earning_reversed', '2026-12-02T12:00:00Z', sale), now)).toBe(
    'Taken back 2 Dec\u00a0· sale of 19 Nov',
  )
  expect(entryText(entry('redemption_paid', '2026-12-02T12:00:00Z', null), now)).toBe('2 Dec')
})

it('has words for what shop and redemptions do to the balance', () => {
  expect(['crels_pack', 'redemption_paid', 'something_new'].map(kindText)).toEqual([
    'Bought with points',
    'Cashed out',
    'Other',
  ])
})

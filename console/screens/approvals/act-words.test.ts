import { expect, test } from 'vitest'
import { actText, inputTexts } from './act-words.ts'

test.each([
  ['rate.set', { usdToCrels: '10.6', confirmed: true }, 'Another rate', [['Crels for $1', '10.6']]],
  [
    'currency.set',
    { day: '2026-12-01', usdPerUnit: '1.08' },
    'Another rate of a currency',
    [
      ['From', '1 Dec 2026'],
      ['US dollars for one unit', '1.08'],
    ],
  ],
  [
    'currency.set',
    { day: '2026-12-01', usdPerUnit: null },
    'Another rate of a currency',
    [
      ['From', '1 Dec 2026'],
      ['US dollars for one unit', 'withdrawn'],
    ],
  ],
  ['operator.change-role', { role: 'read-only' }, 'Another role', [['Role', 'Read-only']]],
  ['operator.enable', {}, 'Let back in', []],
  ['member.adjust', { asset: 'crels', amount: 1_200 }, 'Balance adjusted', [['Amount', '+1,200 crels']]],
  ['member.adjust', { asset: 'points', amount: -400 }, 'Balance adjusted', [['Amount', '−400 points']]],
  ['redemption.returned', { redemptionId: 'rdm_1' }, 'Payout came back', [['Payout', 'rdm_1']]],
  ['of.tomorrow', { size: 3 }, 'of.tomorrow', [['size', '3']]],
])('%s with %j is said in words', (action, input, name, values) => {
  expect([actText({ action }), inputTexts({ action, input })]).toEqual([name, values])
})

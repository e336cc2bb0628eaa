import { expect, test } from 'vitest'
import { packAheadText, packDoneText } from './pack-text.ts'

test.each([
  [50, 0, undefined, { text: '50 crels added to your wallet' }],
  [
    50,
    30,
    'What you owe is paid first: 30 crels. The rest (20 crels) goes to your wallet.',
    { text: '20 crels added to your wallet', hint: 'What you owed was paid first: 30 crels.' },
  ],
  [
    50,
    80,
    'All of it will go towards what you owe: 50 crels.',
    { text: '50 crels went towards what you owed' },
  ],
])('of a pack of %i crels with %i owed, says where they go', (crels, debtCrels, ahead, done) => {
  expect(packAheadText(crels, debtCrels)).toBe(ahead)
  expect(packDoneText(crels, Math.min(crels, debtCrels))).toEqual(done)
})

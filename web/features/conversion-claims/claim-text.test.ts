import { expect, test } from 'vitest'
import type { ConversionClaim } from '#contracts/conversion-claims.schemas.ts'
import { claimStanding } from './claim-text.ts'

const now = new Date('2026-11-21T12:00:00Z')
const claim: ConversionClaim = {
  id: 'clm_1',
  type: 'sale',
  orderReference: 'A-1',
  occurredAt: '2026-11-19T12:00:00.000Z',
  amount: null,
  note: null,
  state: 'open',
  claimedAt: '2026-11-20T12:00:00.000Z',
  answerBy: '2026-12-04T12:00:00.000Z',
  answeredAt: null,
  answer: null,
  campaign: {
    id: 'cmp_1',
    title: '8% of tea',
    brand: { slug: 'hill', name: 'Hill', colors: { base: '#000000', glow: '#ffffff' } } as never,
  },
  conversion: null,
}
const answeredAt = '2026-11-21T10:00:00.000Z'

test.each<[Partial<ConversionClaim>, string, string]>([
  [{}, 'With the brand', 'Hill has until 4 Dec to answer.'],
  [
    { answerBy: '2026-11-20T12:00:00.000Z' },
    'Answer overdue',
    'Hill should have answered by 20 Nov. Now the operator of this site will answer.',
  ],
  [{ state: 'declined', answeredAt, answer: 'No' }, 'Declined', 'Closed on 21 Nov.'],
  [
    {
      state: 'accepted',
      answeredAt,
      conversion: { status: 'accepted', crels: 84, leftCrels: 84, earningState: 'pending' },
    },
    'Accepted',
    'Recorded on 21 Nov: 84 crels. They unlock after the holding period, like every earning.',
  ],
  [
    {
      state: 'accepted',
      answeredAt,
      conversion: { status: 'under_review', crels: 84, leftCrels: 84, earningState: 'under_review' },
    },
    'Accepted',
    'Recorded on 21 Nov: 84 crels, under review first.',
  ],
  [
    {
      state: 'accepted',
      answeredAt,
      conversion: { status: 'rejected', crels: 84, leftCrels: 84, earningState: 'reversed' },
    },
    'Accepted',
    'Recorded on 21 Nov, then reviewed: it doesn’t count.',
  ],
  [
    {
      state: 'accepted',
      answeredAt,
      conversion: { status: 'accepted', crels: 84, leftCrels: 63, earningState: 'available' },
    },
    'Accepted',
    'Recorded on 21 Nov: 63 crels. They’re available.',
  ],
  [
    {
      state: 'accepted',
      answeredAt,
      conversion: { status: 'accepted', crels: 84, leftCrels: 0, earningState: 'reversed' },
    },
    'Accepted',
    'Recorded on 21 Nov, then taken back. Your wallet shows why.',
  ],
])('%o: %s', (changes, name, text) => {
  expect(claimStanding({ ...claim, ...changes }, now)).toMatchObject({ name, text })
})

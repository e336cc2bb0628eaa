import { expect, test } from 'vitest'
import { cancelledText, cancellingText } from './refund-text.ts'

const refund = (points: number, expiredPoints: number, first: string | null, last = first) => ({
  points,
  expiredPoints,
  firstExpiresAt: first && `${first}T12:00:00.000Z`,
  lastExpiresAt: last && `${last}T12:00:00.000Z`,
})
const at = '2031-06-03T12:00:00.000Z'

test.each([
  [
    refund(100, 0, '2032-01-05'),
    'You’ll get back 100 points, with the original expiry date: 5 Jan 2032, 12:00.',
    '100 points came back to your balance on 3 Jun 2031, expiring on 5 Jan 2032, 12:00.',
  ],
  [
    refund(99, 1, '2032-01-05', '2032-02-07'),
    'You’ll get back 99 points, with the original expiry dates: from 5 Jan 2032, 12:00 to 7 Feb 2032, 12:00. You won’t get back 1 point that expired in the meantime.',
    '99 points came back to your balance on 3 Jun 2031, expiring between 5 Jan 2032, 12:00 and 7 Feb 2032, 12:00. You didn’t get back 1 point that had expired by then.',
  ],
  [
    refund(0, 100, null),
    'You won’t get any points back: those you paid with have expired in the meantime.',
    'Cancelled on 3 Jun 2031. You got no points back: those you paid with had expired by then.',
  ],
])('says what cancelling gives back and until when: %o', (points, before, after) => {
  expect(cancellingText(points)).toBe(before)
  expect(cancelledText(points, at)).toBe(after)
})

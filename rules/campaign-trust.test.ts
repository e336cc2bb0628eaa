import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignTrust, type TrustCounts } from './campaign-trust.ts'

const counts: TrustCounts = {
  decided: 30,
  accepted: 29,
  unlocked: 12,
  validationMsMedian: 7 * 86_400_000 + 1,
  clicks: 400,
  earnedCrels: 900,
  reversedCrels: 10,
}

test('says what share was paid, how long it took, what a click brought and what was taken back', () => {
  expect(campaignTrust(counts)).toEqual({
    approvalPercent: 96,
    validationHours: 169,
    earningsPerClickMillicrels: 2225,
    reversedPercent: 2,
  })
})

test('says nothing from too little', () => {
  expect(campaignTrust({ ...counts, decided: 9, unlocked: 4, clicks: 99 })).toEqual({
    approvalPercent: null,
    validationHours: null,
    earningsPerClickMillicrels: null,
    reversedPercent: null,
  })
  expect(campaignTrust({ ...counts, earnedCrels: 0, reversedCrels: 0 })).toMatchObject({
    reversedPercent: null,
  })
})

test('is never better than what happened', () => {
  const any = fc
    .record({
      decided: fc.integer({ min: 10, max: 1_000 }),
      refused: fc.nat(1_000),
      earned: fc.integer({ min: 1, max: 1e9 }),
      taken: fc.nat(1e9),
    })
    .map(({ decided, refused, earned, taken }) => ({
      ...counts,
      decided,
      accepted: Math.max(0, decided - refused),
      earnedCrels: earned,
      reversedCrels: Math.min(taken, earned),
    }))
  fc.assert(
    fc.property(any, (given) => {
      const { approvalPercent, reversedPercent } = campaignTrust(given)
      expect(approvalPercent! / 100).toBeLessThanOrEqual(given.accepted / given.decided)
      expect(approvalPercent === 100).toBe(given.accepted === given.decided)
      expect(reversedPercent === 0).toBe(given.reversedCrels === 0)
    }),
  )
})

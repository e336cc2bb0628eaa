import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packAllowance, type PackFacts } from './pack-allowance.ts'

const settings = { packMonthlyCrelsMax: 1_000, packMemberMonthlyCrelsMax: 50, packAccountDays: 60 }
const now = Date.parse('2027-03-10T12:00:00Z')
const april = Date.parse('2027-04-01T00:00:00Z')
const facts: PackFacts = {
  isProfileComplete: true,
  joinedAt: Date.parse('2026-01-01T00:00:00Z'),
  monthCrels: 0,
  memberMonthCrels: 0,
  lifetimePackCrels: 0,
  lifetimeEarnedCrels: 400,
}
const allowed = (changes: Partial<PackFacts>, set = settings) =>
  packAllowance({ ...facts, ...changes }, set, now)

test('says how many crels a member may buy, what bounds them, and until when', () => {
  expect(allowed({})).toEqual({ crelsLeft: 50, boundBy: 'member_month', until: april })
  expect(allowed({ memberMonthCrels: 50 })).toEqual({ crelsLeft: 0, boundBy: 'member_month', until: april })
  expect(allowed({ monthCrels: 980 })).toEqual({ crelsLeft: 20, boundBy: 'month_budget', until: april })
  expect(allowed({ lifetimePackCrels: 390 })).toEqual({ crelsLeft: 10, boundBy: 'earnings', until: null })
  // A refund took back what packs were measured by.
  expect(allowed({ lifetimePackCrels: 390, lifetimeEarnedCrels: 100 }).crelsLeft).toBe(0)
})

test('packs are off without a budget, and for new and nameless accounts', () => {
  expect(allowed({}, { ...settings, packMonthlyCrelsMax: 0 })).toMatchObject({ crelsLeft: 0, boundBy: 'off' })
  expect(allowed({ isProfileComplete: false })).toMatchObject({ crelsLeft: 0, boundBy: 'profile_incomplete' })
  const joinedAt = now - 60 * 86_400_000
  expect(allowed({ joinedAt: joinedAt + 1 })).toEqual({
    crelsLeft: 0,
    boundBy: 'account_age',
    until: now + 1,
  })
  expect(allowed({ joinedAt }).crelsLeft).toBe(50)
})

test('never lets a member beyond the budget, the month or what campaigns paid', () => {
  const crels = fc.nat({ max: 1_200 })
  const bounded = fc.record({
    monthCrels: crels,
    memberMonthCrels: crels,
    lifetimePackCrels: crels,
    lifetimeEarnedCrels: crels,
  })
  fc.assert(
    fc.property(bounded, (changes) => {
      const { crelsLeft } = allowed(changes)
      expect(crelsLeft).toBeGreaterThanOrEqual(0)
      if (crelsLeft === 0) return
      expect(changes.monthCrels + crelsLeft).toBeLessThanOrEqual(1_000)
      expect(changes.memberMonthCrels + crelsLeft).toBeLessThanOrEqual(50)
      expect(changes.lifetimePackCrels + crelsLeft).toBeLessThanOrEqual(changes.lifetimeEarnedCrels)
    }),
    { numRuns: 300 },
  )
})

import { describe, expect, test } from 'vitest'
import { firstSteps, nextAction, type MemberFacts, type NextEnrolment } from './next-action.ts'

const settled: MemberFacts<NextEnrolment> = {
  emailVerified: true,
  profileItemsMissing: 0,
  enrolments: [],
  hasEarned: false,
  hasPending: false,
}
const enrolment = (changes: Partial<NextEnrolment> = {}): NextEnrolment => ({
  state: 'active',
  canShare: true,
  countableClicks: 0,
  ...changes,
})
const kindFor = (changes: Partial<MemberFacts<NextEnrolment>>) => nextAction({ ...settled, ...changes }).kind

describe('the next action', () => {
  test('goes from verifying to the unlock, one step at a time', () => {
    const unshared = enrolment()
    expect(kindFor({ emailVerified: false, profileItemsMissing: 6 })).toBe('verify-email')
    expect(nextAction({ ...settled, profileItemsMissing: 6, enrolments: [unshared] })).toEqual({
      kind: 'complete-profile',
      missing: 6,
    })
    expect(kindFor({})).toBe('join-first-campaign')
    expect(nextAction({ ...settled, enrolments: [unshared] })).toEqual({
      kind: 'share-link',
      enrolment: unshared,
    })
    expect(kindFor({ enrolments: [enrolment({ countableClicks: 3 })], hasPending: true })).toBe(
      'watch-unlock',
    )
  })

  test('an application is waited for, until another campaign is joined', () => {
    const applied = enrolment({ state: 'applied', canShare: false })
    expect(kindFor({ enrolments: [applied] })).toBe('await-decision')
    expect(kindFor({ enrolments: [applied, enrolment()] })).toBe('share-link')
  })

  test('a member who left or was declined looks for a first campaign again', () => {
    expect(kindFor({ enrolments: [enrolment({ state: 'left' }), enrolment({ state: 'declined' })] })).toBe(
      'join-first-campaign',
    )
  })

  test('the newest unshared link comes first, and never one that cannot be shared now', () => {
    const [newest, older] = [enrolment(), enrolment()]
    const action = nextAction({ ...settled, enrolments: [enrolment({ canShare: false }), newest, older] })
    expect(action.kind === 'share-link' && action.enrolment).toBe(newest)
    expect(kindFor({ enrolments: [enrolment({ canShare: false })] })).toBe('find-campaign')
  })

  test('an unlock comes before one more unshared link once something was earned', () => {
    const both = [enrolment(), enrolment({ countableClicks: 9 })]
    expect(kindFor({ enrolments: both, hasEarned: true, hasPending: true })).toBe('watch-unlock')
    expect(kindFor({ enrolments: both, hasEarned: true })).toBe('share-link')
  })

  test('nothing pending and every link clicked: another campaign', () => {
    expect(kindFor({ enrolments: [enrolment({ countableClicks: 1 })] })).toBe('find-campaign')
    expect(kindFor({ hasEarned: true })).toBe('find-campaign')
  })
})

describe('the first steps', () => {
  test('are ticked one by one', () => {
    expect(firstSteps({ ...settled, profileItemsMissing: 6 })).toEqual({
      profile: false,
      join: false,
      share: false,
    })
    expect(firstSteps({ ...settled, enrolments: [enrolment({ state: 'applied' })] })).toMatchObject({
      profile: true,
      join: false,
    })
    expect(firstSteps({ ...settled, profileItemsMissing: 2, enrolments: [enrolment()] })).toEqual({
      profile: false,
      join: true,
      share: false,
    })
  })

  test('end with the profile: a click of the link is the second of them', () => {
    const clicked = [enrolment({ countableClicks: 1 })]
    expect(firstSteps({ ...settled, profileItemsMissing: 2, enrolments: clicked })).toEqual({
      join: true,
      share: true,
      profile: false,
    })
    expect(firstSteps({ ...settled, enrolments: clicked })).toBeNull()
  })

  test('are over with the first earning', () => {
    expect(firstSteps({ ...settled, profileItemsMissing: 2, hasEarned: true })).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { REJECTION_REASONS } from './attribution.ts'
import { CONVERSION_STEPS, conversionSteps } from './conversion-steps.ts'

test('an accepted conversion has passed every step, one under review all but the last', () => {
  expect(conversionSteps({ status: 'accepted' }).map(({ state }) => state)).toEqual(
    CONVERSION_STEPS.map(() => 'passed'),
  )
  expect(conversionSteps({ status: 'under_review', reason: 'too_fast' }).map(({ state }) => state)).toEqual([
    ...CONVERSION_STEPS.slice(1).map(() => 'passed'),
    'under_review',
  ])
})

test('each reason fails one step, those before it passed, and the steps are in the order of the reasons', () => {
  const failed = REJECTION_REASONS.map((reason) => {
    const states = conversionSteps({ status: 'rejected', reason }).map(({ state }) => state)
    const at = states.indexOf('failed')
    expect(states).toEqual(
      states.map((_, index) => (index < at ? 'passed' : index === at ? 'failed' : 'later')),
    )
    return at
  })
  expect(failed).toEqual([...failed].sort((one, other) => one - other))
  expect(failed[0]).toBe(0)
})

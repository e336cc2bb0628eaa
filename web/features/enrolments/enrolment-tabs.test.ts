import { describe, expect, it } from 'vitest'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { byTab, tabOf } from './enrolment-tabs.ts'

function enrolment(
  id: string,
  state: Enrolment['state'],
  change: Partial<Enrolment['campaign']> = {},
): Enrolment {
  return {
    id,
    state,
    campaign: {
      id: `cmp_${id}`,
      title: 'A campaign',
      publicTitle: null,
      caption: 'Have a look. #ad',
      brand: {
        id: 'brd_1',
        slug: 'b',
        name: 'Brand',
        colors: { base: '#000000', glow: '#ffffff' },
        logoURL: null,
      },
      state: 'active',
      isBrandSuspended: false,
      approval: 'open',
      endsAt: null,
      ...change,
    },
    link: null,
    reward: { clickMillicrels: null, leadCrels: 5, sale: null },
    holdDays: 30,
    cookieDays: 30,
    termsVersion: 1,
    newTermsVersion: null,
    clickPay: null,
    reason: null,
    reapplyAt: null,
    leftAt: null,
    appliedAt: '2026-11-01T00:00:00.000Z',
    joinedAt: null,
    statistics: { clicks: 0, countableClicks: 0, conversions: 0, pendingCrels: 0, availableCrels: 0 },
  }
}

describe('my campaigns', () => {
  it('are active while both sides are, pending while the brand thinks, and done after', () => {
    expect(tabOf(enrolment('1', 'active'))).toBe('active')
    expect(tabOf(enrolment('1', 'active', { state: 'paused' }))).toBe('active')
    expect(tabOf(enrolment('1', 'active', { state: 'ended' }))).toBe('done')
    expect(tabOf(enrolment('1', 'applied'))).toBe('pending')
    expect(['declined', 'left', 'removed'].map((state) => tabOf(enrolment('1', state as 'left')))).toEqual([
      'done',
      'done',
      'done',
    ])
  })

  it('put the nearest deadline first, and those without one last in the order they came', () => {
    const { active } = byTab([
      enrolment('open', 'active'),
      enrolment('later', 'active', { endsAt: '2026-12-24T00:00:00.000Z' }),
      enrolment('open2', 'active'),
      enrolment('soon', 'active', { endsAt: '2026-11-24T00:00:00.000Z' }),
    ])
    expect(active.map(({ id }) => id)).toEqual(['soon', 'later', 'open', 'open2'])
  })
})

import { describe, expect, it } from 'vitest'
import { badge, cardFacts, company, placesLeft, timeLeft } from './campaign-text.ts'

const now = new Date('2026-11-21T12:00:00Z')
const base = {
  state: 'active' as const,
  startsAt: '2026-10-01T00:00:00.000Z',
  endsAt: null as string | null,
  members: 312,
  memberLimit: null as number | null,
  approval: 'open' as const,
  isNew: false,
  enrolment: null,
}

describe('a campaign’s facts', () => {
  it('say how long is left, closer as it gets closer', () => {
    expect(timeLeft({ ...base, endsAt: '2026-12-15T12:00:00.000Z' }, now)).toBe('24 days left')
    expect(timeLeft({ ...base, endsAt: '2026-11-24T13:00:00.000Z' }, now)).toBe('Ends Tuesday')
    expect(timeLeft({ ...base, endsAt: '2026-11-21T22:00:00.000Z' }, now)).toBe('Ends today')
    expect(timeLeft({ ...base, endsAt: '2026-11-22T11:00:00.000Z' }, now)).toBe('Ends Sunday')
    expect(timeLeft({ ...base, endsAt: '2026-11-27T23:00:00.000Z' }, now)).toBe('Ends Friday')
    expect(timeLeft({ ...base, endsAt: '2026-11-28T11:00:00.000Z' }, now)).toBe('7 days left')
    expect(timeLeft({ ...base, endsAt: '2026-11-21T11:00:00.000Z' }, now)).toBeNull()
    expect(timeLeft(base, now)).toBeNull()
    expect(timeLeft({ ...base, state: 'scheduled', startsAt: '2026-12-01T12:00:00.000Z' }, now)).toBe(
      'Starts 1 Dec',
    )
  })

  it('say how few places are left, never less than none', () => {
    expect(placesLeft({ members: 60, memberLimit: 50 })).toBe(0)
    expect(company({ members: 49, memberLimit: 50 })).toBe('1 place left')
    expect(company({ members: 1, memberLimit: 50 })).toBe('1 creator')
    expect(company({ members: 0, memberLimit: null })).toBe('Be the first')
    expect(cardFacts({ ...base, approval: 'application' }, now)).toEqual(['By approval', '312 creators'])
  })

  it('badge my own state before the campaign’s, and that before news', () => {
    const reward = { clickMillicrels: null, leadCrels: 5, sale: null }
    const agreed = { termsVersion: 1, reward, holdDays: 30, cookieDays: 30 }
    const enrolment = {
      id: 'enr_1',
      state: 'active' as const,
      reason: null,
      reapplyAt: null,
      leftAt: null,
      link: null,
      ...agreed,
    }
    expect(badge({ ...base, isNew: true, enrolment })?.text).toBe('Joined')
    expect(badge({ ...base, isNew: true, enrolment: { ...enrolment, state: 'left' } })?.text).toBe('New')
    expect(badge({ ...base, isNew: true, state: 'paused' })?.text).toBe('Paused')
    expect(badge({ ...base, members: 5, memberLimit: 5 })?.text).toBe('Full')
    expect(badge(base)).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { joinSituation, nextOf } from './join-situation.ts'

const now = new Date('2026-11-21T12:00:00Z')

const visible: PublicCampaign = {
  id: 'cmp_1',
  title: '12% of every sale',
  summary: 'Lamps.',
  publicTitle: null,
  publicDescription: '',
  captions: [],
  brand: {
    id: 'brd_1',
    slug: 'lumen',
    name: 'Lumen',
    colors: { base: '#8f5b00', glow: '#fff0cc' },
    logoURL: null,
  },
  category: { slug: 'home', name: 'Home', icon: 'IconLamp' },
  coverURL: null,
  state: 'active',
  reward: { clickMillicrels: null, leadCrels: null, sale: { bps: 1200 } },
  approval: 'open',
  holdDays: 30,
  cookieDays: 30,
  budgetLeftCrels: 7_100,
  budgetLeftPercent: 71,
  members: 3,
  memberLimit: null,
  countries: [],
  requiredChannels: [],
  joiningBonusPoints: 0,
  startsAt: '2026-10-01T00:00:00.000Z',
  endsAt: null,
  isNew: false,
  terms: 'Fair.',
  termsVersion: 1,
  destinationHost: 'lumen.example',
  perMemberCapCrels: null,
  trust: {
    approvalPercent: null,
    validationHours: null,
    earningsPerClickMillicrels: null,
    reversedPercent: null,
    countedAt: null,
  },
}

function mine(change: Partial<Campaign>): Campaign {
  return {
    ...visible,
    earningsPer100ClicksCrels: null,
    enrolment: null,
    requirements: [],
    isBrandSuspended: false,
    bonusDuePoints: 0,
    canJoin: true,
    ...change,
  }
}

function enrolled(state: NonNullable<Campaign['enrolment']>['state'], reapplyAt: string | null = null) {
  const { termsVersion, reward, holdDays, cookieDays } = visible
  return {
    id: 'enr_1',
    state,
    reason: null,
    reapplyAt,
    leftAt: null,
    link: null,
    termsVersion,
    reward,
    holdDays,
    cookieDays,
  }
}

describe('a person’s situation with a campaign', () => {
  it('a visitor signs in first, unless there is nothing to join', () => {
    expect(joinSituation(visible, now)).toEqual({ kind: 'visitor' })
    expect(joinSituation({ ...visible, state: 'ended' }, now)).toEqual({ kind: 'closed', why: 'ended' })
  })

  it('a member joins, applies, or sees what is missing', () => {
    expect(joinSituation(mine({}), now)).toEqual({ kind: 'open', by: 'open' })
    expect(joinSituation(mine({ approval: 'application' }), now)).toEqual({ kind: 'open', by: 'application' })
    expect(joinSituation(mine({ canJoin: false }), now)).toEqual({ kind: 'missing' })
  })

  it('says why it is closed', () => {
    expect(joinSituation(mine({ members: 5, memberLimit: 5, canJoin: false }), now)).toEqual({
      kind: 'closed',
      why: 'full',
    })
    expect(joinSituation(mine({ state: 'exhausted' }), now)).toEqual({ kind: 'closed', why: 'exhausted' })
    expect(joinSituation(mine({ state: 'paused', isBrandSuspended: true }), now)).toEqual({
      kind: 'closed',
      why: 'suspended',
    })
  })

  it('my link stays mine, even when the campaign is paused', () => {
    expect(joinSituation(mine({ state: 'paused', enrolment: enrolled('active') }), now).kind).toBe('joined')
    expect(joinSituation(mine({ enrolment: enrolled('applied') }), now).kind).toBe('applied')
    expect(joinSituation(mine({ enrolment: enrolled('removed') }), now).kind).toBe('removed')
  })

  it('a member who left sees that, and may join again while it is open', () => {
    const enrolment = enrolled('left')
    expect(joinSituation(mine({ enrolment }), now)).toEqual({
      kind: 'left',
      enrolment,
      next: { kind: 'open', by: 'open' },
    })
    expect(nextOf(joinSituation(mine({ enrolment, canJoin: false }), now))).toBe('missing')
    expect(nextOf(joinSituation(mine({ enrolment, state: 'paused' }), now))).toBe('closed')
  })

  it('a declined member waits for the day, unless it is closed', () => {
    const early = mine({ canJoin: false, enrolment: enrolled('declined', '2026-12-03T00:00:00.000Z') })
    expect(joinSituation(early, now)).toMatchObject({ kind: 'declined', next: { kind: 'wait' } })
    const due = mine({ enrolment: enrolled('declined', '2026-11-20T00:00:00.000Z') })
    expect(joinSituation(due, now)).toMatchObject({ kind: 'declined', next: { kind: 'open' } })
    expect(nextOf(joinSituation({ ...due, canJoin: false }, now))).toBe('missing')
    expect(nextOf(joinSituation({ ...early, state: 'ended' }, now))).toBe('closed')
  })
})

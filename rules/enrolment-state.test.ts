import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CAMPAIGN_STATES } from './campaign-state.ts'
import {
  canJoin,
  ENROLMENT_STATES,
  enrolmentStateAfter,
  JOIN_CHECKS,
  joinChecklist,
  reapplyAt,
  stateOnJoining,
  type EnrolmentAction,
  type JoinFacts,
} from './enrolment-state.ts'

const now = Date.UTC(2026, 5, 1)
const days = (count: number) => count * 86_400_000
const campaign: JoinFacts['campaign'] = {
  state: 'active',
  countries: ['DE', 'FR'],
  requiredChannels: ['youtube', 'tiktok'],
  memberLimit: 10,
  memberCount: 9,
}
const ready: JoinFacts = {
  emailVerified: true,
  country: 'DE',
  channels: ['TikTok'],
  campaign,
  enrolment: null,
}

const unmet = (facts: JoinFacts) =>
  joinChecklist(facts, now)
    .filter(({ ok }) => !ok)
    .map(({ key }) => key)

test('an enrolment moves only as the table says', () => {
  const actions: EnrolmentAction[] = ['approve', 'decline', 'leave', 'remove', 'let-back-in']
  const table = ENROLMENT_STATES.flatMap((state) =>
    actions.flatMap((action) => {
      const next = enrolmentStateAfter(state, action)
      return next ? [`${state} ${action} ${next}`] : []
    }),
  )
  expect(table).toEqual([
    'applied approve active',
    'applied decline declined',
    'applied leave left',
    'active leave left',
    'active remove removed',
    'removed let-back-in active',
  ])
  expect(stateOnJoining('open')).toBe('active')
  expect(stateOnJoining('application')).toBe('applied')
})

describe('the checklist for joining', () => {
  test('names every item in order, all met by a member who is ready', () => {
    expect(joinChecklist(ready, now)).toEqual(JOIN_CHECKS.map((key) => ({ key, ok: true })))
    expect(canJoin(ready, now)).toBe(true)
  })

  test.each<[string, Partial<JoinFacts>, string[]]>([
    ['an unverified e-mail', { emailVerified: false }, ['email_verified']],
    ['another country', { country: 'US' }, ['country_allowed']],
    ['no country yet', { country: null }, ['country_allowed']],
    ['another channel', { channels: ['podcast'] }, ['channel_present']],
    ['no channel', { channels: [] }, ['channel_present']],
    ['a full campaign', { campaign: { ...campaign, memberCount: 10 } }, ['places_left']],
    ['a paused campaign', { campaign: { ...campaign, state: 'paused' } }, ['campaign_open']],
    ['an application', { enrolment: { state: 'applied', since: 0 } }, ['not_enrolled']],
    ['a membership', { enrolment: { state: 'active', since: 0 } }, ['not_enrolled']],
    ['a removal, however long ago', { enrolment: { state: 'removed', since: 0 } }, ['not_enrolled']],
    [
      'a refusal 30 days less a moment ago',
      { enrolment: { state: 'declined', since: now - days(30) + 1 } },
      ['not_enrolled'],
    ],
    ['a refusal 30 days ago', { enrolment: { state: 'declined', since: now - days(30) } }, []],
    ['having left', { enrolment: { state: 'left', since: now } }, []],
    ['country in another case', { country: ' fr ' }, []],
    [
      'no limits at all',
      {
        country: null,
        channels: [],
        campaign: { ...campaign, countries: [], requiredChannels: [], memberLimit: null },
      },
      [],
    ],
    [
      'everything wrong',
      {
        emailVerified: false,
        country: null,
        channels: [],
        campaign: { ...campaign, state: 'ended', memberCount: 11 },
        enrolment: { state: 'active', since: 0 },
      },
      [...JOIN_CHECKS],
    ],
  ])('with %s', (_title, facts, keys) => {
    expect(unmet({ ...ready, ...facts })).toEqual(keys)
    expect(canJoin({ ...ready, ...facts }, now)).toBe(keys.length === 0)
  })

  test('opens only while the campaign is active', () => {
    for (const state of CAMPAIGN_STATES) {
      expect(canJoin({ ...ready, campaign: { ...campaign, state } }, now)).toBe(state === 'active')
    }
  })

  test('never lets more members in than the limit', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (memberLimit, memberCount) => {
        const open = canJoin({ ...ready, campaign: { ...campaign, memberLimit, memberCount } }, now)
        expect(open).toBe(memberCount < memberLimit)
      }),
    )
  })
})

test('a declined member may apply again after 30 days', () => {
  expect(reapplyAt(now)).toBe(Date.UTC(2026, 6, 1))
})

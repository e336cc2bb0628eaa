import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CAMPAIGN_STATES,
  campaignStateAfter,
  effectiveState,
  isOpenToJoin,
  isVisible,
  type CampaignAction,
  type CampaignFacts,
  type CampaignState,
} from './campaign-state.ts'

const start = Date.UTC(2026, 0, 10)
const end = Date.UTC(2026, 1, 10)
const running: CampaignFacts = { state: 'active', startsAt: start, endsAt: end, budgetLeftCrels: 100 }
const actions: CampaignAction[] = ['publish', 'unpublish', 'pause', 'resume', 'end', 'archive']

describe('what people do', () => {
  test('moves a campaign only as the table says', () => {
    const table = CAMPAIGN_STATES.flatMap((state) =>
      actions.flatMap((action) => {
        const next = campaignStateAfter(state, action)
        return next ? [`${state} ${action} ${next}`] : []
      }),
    )
    expect(table).toEqual([
      'draft publish scheduled',
      'draft archive archived',
      'scheduled unpublish draft',
      'scheduled end ended',
      'active pause paused',
      'active end ended',
      'paused resume active',
      'paused end ended',
      'exhausted pause paused',
      'exhausted end ended',
      'ended archive archived',
    ])
  })

  test('never brings an ended campaign back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...actions)), (steps) => {
        let state: CampaignState = 'ended'
        for (const action of steps) state = campaignStateAfter(state, action) ?? state
        expect(['ended', 'archived']).toContain(state)
      }),
    )
  })
})

describe('what time and money do', () => {
  test.each<[string, Partial<CampaignFacts>, number, CampaignState]>([
    ['waits for its start', { state: 'scheduled' }, start - 1, 'scheduled'],
    ['begins at its start', { state: 'scheduled' }, start, 'active'],
    ['runs to the last moment', {}, end - 1, 'active'],
    ['is over at its end', {}, end, 'ended'],
    ['is over though it was paused', { state: 'paused' }, end, 'ended'],
    ['is over though it was spent', { state: 'exhausted', budgetLeftCrels: 0 }, end, 'ended'],
    ['is over although its start was never recorded', { state: 'scheduled' }, end + 1, 'ended'],
    ['runs on without an end', { endsAt: null }, end * 10, 'active'],
    ['is exhausted with nothing left', { budgetLeftCrels: 0 }, start, 'exhausted'],
    ['begins exhausted without a budget', { state: 'scheduled', budgetLeftCrels: 0 }, start, 'exhausted'],
    ['runs on the last crel', { budgetLeftCrels: 1 }, start, 'active'],
    [
      'is exhausted below its least reward',
      { budgetLeftCrels: 49, leastRewardCrels: 50 },
      start,
      'exhausted',
    ],
    ['runs at its least reward', { budgetLeftCrels: 50, leastRewardCrels: 50 }, start, 'active'],
    ['is never free', { budgetLeftCrels: 0, leastRewardCrels: 0 }, start, 'exhausted'],
    ['is active again when topped up', { state: 'exhausted', budgetLeftCrels: 10 }, start, 'active'],
    ['stays paused when spent', { state: 'paused', budgetLeftCrels: 0 }, start, 'paused'],
    ['stays a draft', { state: 'draft' }, end, 'draft'],
    ['stays ended', { state: 'ended' }, start, 'ended'],
    ['stays archived', { state: 'archived' }, start, 'archived'],
    ['waits again when its start is moved', { state: 'active' }, start - 1, 'scheduled'],
  ])('%s', (_title, facts, now, state) => {
    expect(effectiveState({ ...running, ...facts }, now)).toBe(state)
  })

  test('settles: asking again about the answer changes nothing', () => {
    const facts = fc.record({
      state: fc.constantFrom(...CAMPAIGN_STATES),
      startsAt: fc.integer({ min: 0, max: 100 }),
      endsAt: fc.option(fc.integer({ min: 0, max: 200 })),
      budgetLeftCrels: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 250 }), (value, now) => {
        const state = effectiveState(value, now)
        expect(effectiveState({ ...value, state }, now)).toBe(state)
      }),
    )
  })
})

test('only an active campaign takes members; drafts and archived ones are not seen', () => {
  expect(CAMPAIGN_STATES.filter(isOpenToJoin)).toEqual(['active'])
  expect(CAMPAIGN_STATES.filter((state) => !isVisible(state))).toEqual(['draft', 'archived'])
})

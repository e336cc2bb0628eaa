import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clickPay, clickRewardAt, completedCrels, hourOf, ranAt, type ClickPayFacts } from './click-pay.ts'

const facts: ClickPayFacts = {
  clicks: 5,
  clickMillicrels: 300,
  remainderMillicrels: 0,
  budgetLeftCrels: 100,
  capLeftCrels: null,
}

const anyFacts = fc.record({
  clicks: fc.nat(100_000),
  clickMillicrels: fc.integer({ min: 1, max: 1_000_000 }),
  remainderMillicrels: fc.nat(999),
  budgetLeftCrels: fc.oneof(fc.nat(5), fc.nat(1_000_000_000)),
  capLeftCrels: fc.option(fc.integer({ min: -10, max: 1_000 })),
})

describe('what clicks are paid', () => {
  test('is whole crels, and the rest is kept', () => {
    expect(clickPay(facts)).toEqual({ paidClicks: 5, crels: 1, remainderMillicrels: 500, refusal: null })
    expect(clickPay({ ...facts, remainderMillicrels: 500 })).toMatchObject({
      crels: 2,
      remainderMillicrels: 0,
    })
    expect(clickPay({ ...facts, clicks: 3 })).toMatchObject({
      paidClicks: 3,
      crels: 0,
      remainderMillicrels: 900,
    })
  })

  test('is of the click that completed each crel, and of nothing else', () => {
    const kept = { paidClicks: 8, clickMillicrels: 300, remainderMillicrels: 500 }
    expect(completedCrels(kept)).toEqual([
      { click: 1, crels: 1 },
      { click: 4, crels: 1 },
    ])
    expect(completedCrels({ paidClicks: 2, clickMillicrels: 2_500, remainderMillicrels: 0 })).toEqual([
      { click: 0, crels: 2 },
      { click: 1, crels: 3 },
    ])
    fc.assert(
      fc.property(anyFacts, (one) => {
        const pay = clickPay(one)
        const completed = completedCrels({ ...one, ...pay, remainderMillicrels: one.remainderMillicrels })
        expect(completed.reduce((sum, { crels }) => sum + crels, 0)).toBe(pay.crels)
      }),
    )
  })

  test('stops before the crel that the budget or the cap does not cover', () => {
    const spent = { ...facts, clicks: 10, budgetLeftCrels: 1 }
    expect(clickPay(spent)).toEqual({
      paidClicks: 6,
      crels: 1,
      remainderMillicrels: 800,
      refusal: 'budget_spent',
    })
    expect(clickPay({ ...spent, capLeftCrels: 1 })).toMatchObject({
      paidClicks: 6,
      refusal: 'member_cap_reached',
    })
    expect(clickPay({ ...spent, capLeftCrels: -4 })).toMatchObject({ paidClicks: 3, crels: 0 })
    expect(clickPay({ ...facts, budgetLeftCrels: 0, clickMillicrels: 1_000 })).toMatchObject({
      paidClicks: 0,
    })
  })

  test('never costs more than there is, never loses a thousandth, and refuses only what is not covered', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const { paidClicks, crels, remainderMillicrels, refusal } = clickPay(given)
        const limit = Math.min(given.budgetLeftCrels, Math.max(0, given.capLeftCrels ?? Infinity))
        expect(crels).toBeLessThanOrEqual(limit)
        expect(paidClicks * given.clickMillicrels + given.remainderMillicrels).toBe(
          crels * 1_000 + remainderMillicrels,
        )
        expect(remainderMillicrels).toBeLessThan(1_000)
        expect(paidClicks < given.clicks).toBe(refusal !== null)
        if (refusal !== null)
          expect(remainderMillicrels + given.clickMillicrels + crels * 1_000).toBeGreaterThan(
            limit * 1_000 + 999,
          )
      }),
    )
  })

  test('is the same in any batches while it is covered', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5_000 }),
        (batches, rate) => {
          let kept = 0
          let crels = 0
          for (const clicks of batches) {
            const paid = clickPay({
              ...facts,
              clicks,
              clickMillicrels: rate,
              remainderMillicrels: kept,
              budgetLeftCrels: 1e9,
            })
            kept = paid.remainderMillicrels
            crels += paid.crels
          }
          const all = batches.reduce((sum, clicks) => sum + clicks, 0)
          const once = clickPay({ ...facts, clicks: all, clickMillicrels: rate, budgetLeftCrels: 1e9 })
          expect({ crels, kept }).toEqual({ crels: once.crels, kept: once.remainderMillicrels })
        },
      ),
    )
  })
})

test('a campaign ran between its dates while it was neither paused nor ended', () => {
  const campaign = {
    startsAt: 100,
    endsAt: 1_000,
    states: [
      { at: 50, state: 'scheduled' },
      { at: 150, state: 'active' },
      { at: 300, state: 'paused' },
      { at: 400, state: 'active' },
      { at: 500, state: 'exhausted' },
      { at: 700, state: 'ended' },
    ],
  }
  const ran = [99, 100, 299, 300, 399, 400, 550, 700, 1_000].filter((at) => ranAt(at, campaign))
  expect(ran).toEqual([100, 299, 400, 550])
  expect(ranAt(200, { ...campaign, states: [] })).toBe(false)
  expect(ranAt(1_000, { ...campaign, endsAt: null, states: [{ at: 1, state: 'active' }] })).toBe(true)
})

test('a click is paid what was paid when it was made', () => {
  const rewards = {
    former: [
      { until: 100, clickMillicrels: 500 },
      { until: 200, clickMillicrels: null },
    ],
    now: 300,
  }
  expect([99, 100, 199, 200].map((at) => clickRewardAt(at, rewards))).toEqual([500, null, null, 300])
  expect(clickRewardAt(1, { former: [], now: null })).toBeNull()
})

test('an hour is a UTC hour', () => {
  expect(new Date(hourOf(Date.parse('2026-11-21T21:59:59.999Z'))).toISOString()).toBe(
    '2026-11-21T21:00:00.000Z',
  )
})

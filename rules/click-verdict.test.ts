import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CLICK_REASONS,
  asksNotToBeTracked,
  clickChecks,
  clickVerdict,
  isHumanClick,
  isPrefetchRequest,
  type ClickFacts,
} from './click-verdict.ts'

const person: ClickFacts = {
  method: 'GET',
  isPrefetch: false,
  isPreviewBot: false,
  isBot: false,
  linkState: 'active',
  isRepeat: false,
}

const factsArbitrary = fc.record({
  method: fc.constantFrom('GET', 'HEAD'),
  isPrefetch: fc.boolean(),
  isPreviewBot: fc.boolean(),
  isBot: fc.boolean(),
  linkState: fc.constantFrom('active', 'banned', 'disabled', 'expired'),
  isRepeat: fc.boolean(),
}) satisfies fc.Arbitrary<ClickFacts>

describe('a visit', () => {
  test('of a person on an active link counts', () => {
    expect(clickVerdict(person)).toEqual({ countable: true })
  })

  test.each<[Partial<ClickFacts>, string]>([
    [{ method: 'HEAD' }, 'head'],
    [{ isPrefetch: true }, 'prefetch'],
    [{ isPreviewBot: true }, 'preview'],
    [{ isBot: true }, 'bot'],
    [{ linkState: 'banned' }, 'link_banned'],
    [{ linkState: 'disabled' }, 'link_disabled'],
    [{ linkState: 'expired' }, 'link_expired'],
    [{ isRepeat: true }, 'repeat'],
    [{ isPreviewBot: true, isBot: true }, 'preview'],
    [{ method: 'HEAD', isBot: true, isRepeat: true }, 'head'],
    [{ isBot: true, linkState: 'disabled' }, 'bot'],
    [{ linkState: 'expired', isRepeat: true }, 'link_expired'],
  ])('with %j does not count: %s', (facts, reason) => {
    expect(clickVerdict({ ...person, ...facts })).toEqual({ countable: false, reason })
  })

  test('has the first failed check as its reason, and counts when none fails', () => {
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const checks = clickChecks(facts)
        expect(checks.map(({ key }) => key)).toEqual(CLICK_REASONS)
        const failed = checks.find(({ ok }) => !ok)
        const verdict = clickVerdict(facts)
        expect(verdict.countable).toBe(failed === undefined)
        expect(verdict.reason).toBe(failed?.key)
      }),
    )
  })

  test('is recorded as not human whenever a program made it', () => {
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const program = facts.method === 'HEAD' || facts.isPrefetch || facts.isPreviewBot || facts.isBot
        expect(isHumanClick(clickVerdict(facts).reason)).toBe(!program)
      }),
    )
  })
})

test('a repeat and a countable click convert; head, prefetch, preview and bot do not', () => {
  expect(isHumanClick('repeat')).toBe(true)
  expect(isHumanClick(undefined)).toBe(true)
  expect(isHumanClick(null)).toBe(true)
  expect(CLICK_REASONS.filter((reason) => !isHumanClick(reason))).toEqual([
    'head',
    'prefetch',
    'preview',
    'bot',
  ])
})

describe('prefetch', () => {
  test.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'prefetch;anonymous-client-ip' },
    { purpose: 'prefetch' },
    { purpose: 'Prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
    { purpose: ['prefetch', 'other'] },
  ])('is seen in %j', (headers) => {
    expect(isPrefetchRequest(headers)).toBe(true)
  })

  test.each([
    {},
    { purpose: '' },
    { purpose: undefined },
    { 'sec-fetch-mode': 'navigate' },
    { accept: 'prefetch' },
  ])('is not seen in %j', (headers) => {
    expect(isPrefetchRequest(headers)).toBe(false)
  })
})

test.each([
  [{ dnt: '1' }, true],
  [{ 'sec-gpc': '1' }, true],
  [{ dnt: '0', 'sec-gpc': '1' }, true],
  [{ dnt: '0' }, false],
  [{ dnt: 'null' }, false],
  [{ 'sec-gpc': '' }, false],
  [{}, false],
])('%j asks not to be tracked: %s', (headers, asks) => {
  expect(asksNotToBeTracked(headers)).toBe(asks)
})

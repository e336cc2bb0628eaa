import { expect, test } from 'vitest'
import { pendingPath, pendingWhy } from './reward-text.ts'

const now = new Date('2026-11-30T12:00:00Z')
const waiting = { points: 100, name: null, until: null, reason: 'too_few_check_ins' } as const

test('an invited member reads what they have to do themselves, and is led there', () => {
  const welcome = { ...waiting, reward: 'friend-welcome' as const }
  expect(pendingWhy(welcome, now)).toBe('You still need a few check-ins.')
  expect(pendingPath(welcome)).toBe('/points/daily-check-in')
  const profile = { ...welcome, reason: 'profile_incomplete' as const }
  expect(pendingWhy(profile, now)).toBe('Your profile isn’t complete yet.')
  expect(pendingPath(profile)).toBe('/profile/info')
})

test('who invited them reads what the friend has to do', () => {
  const friend = { ...waiting, reward: 'friend-invitation' as const, name: 'Bea' }
  expect(pendingWhy(friend, now)).toBe('They still need a few check-ins.')
  expect(pendingPath(friend)).toBe('/points/referral')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import {
  invitationRefusal,
  invitationStanding,
  isOlder,
  type Account,
  type InvitationFacts,
  type QualifyingFacts,
} from './friend-invitation.ts'
import { dayMs } from './utc-date.ts'

const settings = defaultEconomy.friendInvitation
const facts: InvitationFacts = {
  inviter: { uid: 'usr_a', createdAtMs: 0 },
  friend: { uid: 'usr_b', createdAtMs: 5 * dayMs },
  nowMs: 6 * dayMs,
  isSameMailbox: false,
  isKnownAddress: false,
}

describe('naming an inviter', () => {
  test('a former member, within thirty days of signing up', () => {
    expect(invitationRefusal(facts, settings)).toBeNull()
    expect(invitationRefusal({ ...facts, nowMs: 35 * dayMs }, settings)).toBeNull()
  })

  test.each<[string, Partial<InvitationFacts>]>([
    ['oneself', { inviter: facts.friend }],
    ['oneself', { isSameMailbox: true }],
    ['older_account', { inviter: { uid: 'usr_c', createdAtMs: 5 * dayMs + 1 } }],
    ['too_late', { nowMs: 35 * dayMs + 1 }],
    ['known_address', { isKnownAddress: true }],
  ])('%s', (refusal, change) => {
    expect(invitationRefusal({ ...facts, ...change }, settings)).toBe(refusal)
  })
})

test('invitations in any order never form a circle', () => {
  // Few moments, so that many accounts are of the same one.
  const account = fc.record({ uid: fc.string({ minLength: 1, maxLength: 3 }), createdAtMs: fc.nat(3) })
  const accounts = fc.uniqueArray(account, { minLength: 2, maxLength: 8, selector: ({ uid }) => uid })
  const wishes = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 40 })
  fc.assert(
    fc.property(accounts, wishes, (all, pairs) => {
      const inviterOf = new Map<Account, Account>()
      for (const [one, other] of pairs) {
        const [friend, inviter] = [all[one % all.length]!, all[other % all.length]!]
        if (inviterOf.has(friend)) continue
        if (invitationRefusal({ ...facts, friend, inviter, nowMs: 3 }, settings) === null)
          inviterOf.set(friend, inviter)
      }
      for (const start of all) {
        let above = inviterOf.get(start)
        for (; above; above = inviterOf.get(above)) expect(above).not.toBe(start)
      }
    }),
  )
})

test('of two accounts exactly one is the older', () => {
  const account = fc.record({ uid: fc.string(), createdAtMs: fc.nat(2) })
  fc.assert(
    fc.property(account, account, (one, other) => {
      fc.pre(one.uid !== other.uid)
      expect(isOlder(one, other)).toBe(!isOlder(other, one))
    }),
  )
})

describe('an accepted invitation', () => {
  const done: QualifyingFacts = {
    isProfileComplete: true,
    checkIns: 7,
    sharesDevice: false,
    sharesDestination: false,
    isReleased: false,
  }

  test('is paid when the friend has a complete profile and seven check-ins', () => {
    expect(invitationStanding(done, settings)).toEqual({ state: 'qualified' })
  })

  test('says what is missing before that, also where it will be under review', () => {
    expect(invitationStanding({ ...done, isProfileComplete: false }, settings)).toEqual({
      state: 'waiting',
      missing: ['profile'],
    })
    expect(
      invitationStanding({ ...done, isProfileComplete: false, checkIns: 6, sharesDevice: true }, settings),
    ).toEqual({ state: 'waiting', missing: ['profile', 'check_ins'] })
  })

  test('is under review where the two share a device or a payout destination, until an operator accepts it', () => {
    const device = { ...done, sharesDevice: true, sharesDestination: true }
    expect(invitationStanding(device, settings)).toEqual({ state: 'under_review', reason: 'shared_device' })
    expect(invitationStanding({ ...done, sharesDestination: true }, settings)).toEqual({
      state: 'under_review',
      reason: 'shared_destination',
    })
    expect(invitationStanding({ ...device, isReleased: true }, settings)).toEqual({ state: 'qualified' })
  })
})

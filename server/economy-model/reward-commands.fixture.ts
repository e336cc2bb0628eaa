import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { app } from '../modules/conversions/conversions.fixture.ts'
import { eraseMembers } from '../modules/accounts/erase-members.ts'
import { housePoints, memberPoints, move, post, reverse } from '../modules/ledger/public.ts'
import { settle as settleDeletions } from '../account-deletion.fixture.ts'
import { changeZone, checkIn } from './model-check-in.fixture.ts'
import { hasRedemptionUnderWay, unlockDue } from './model-money.fixture.ts'
import {
  acceptInvitation,
  claimHolderPrize,
  claimMonth,
  follow,
  settle,
  settleDue,
  type Claimed,
} from './model-rewards.fixture.ts'
import { settleDueShares } from './model-shares.fixture.ts'
import { dayMs, hourMs, pointsOf, spendPoints, type Model, type ModelMember } from './model.fixture.ts'
import { call, command, setClock, recordOutcome, send, type RealMember, type World } from './world.fixture.ts'

/** The oldest most often: what one member did before is what makes the next call interesting. */
export const anyone = fc.constantFrom(0, 0, 0, 0, 1, 1, 2)
export const api = '/api/v1/gamification'

interface Found {
  member: ModelMember
  real: RealMember
}

/** A member who is still here; a command about one who left is none. */
export function whoIs(model: Model, world: World, index: number): Found | undefined {
  const member = model.members[index]!
  return member.left ? undefined : { member, real: world.members[index]! }
}

type Answer = Awaited<ReturnType<typeof call>>

export function expectClaim(name: string, { status, body }: Answer, claimed: Claimed, balance: bigint): void {
  recordOutcome(name, claimed.refused)
  expect({ code: status === 200 ? null : body.code, granted: body.granted, balance: body.balance }).toEqual({
    code: claimed.refused,
    granted: claimed.refused === null ? Number(claimed.granted) : 0,
    balance: Number(balance),
  })
}

async function takeToday(model: Model, world: World, { member, real }: Found): Promise<void> {
  const expected = checkIn(model, member)
  if (expected.refused === null) settle(model, member)
  const answer = await send(world, real, `${api}/daily-check-in`, {})
  expectClaim('check-in', answer, expected, pointsOf(member, model.now))
  if (expected.refused !== null) return
  expect([answer.body.date, answer.body.streak]).toEqual([expected.date, expected.streak])
}

export const wait = (hours: number) =>
  command(`wait ${hours} h`, async (model) => {
    model.now += hours * hourMs
    await setClock(model.now)
  })

export const waiting = fc
  .constantFrom(1, 8, 11, 12, 13, 23, 24, 25, 48, 168, 720, 744, 2_184)
  .map((hours) => wait(hours))

export const checkInAfter = (who: number, hours: number) =>
  command(`check in ${who} after ${hours} h`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    model.now += hours * hourMs
    await setClock(model.now)
    await takeToday(model, world, found)
  })

export const checkingIn = fc
  .tuple(anyone, fc.constantFrom(0, 12, 24, 24, 36, 48))
  .map(([who, hours]) => checkInAfter(who, hours))

export const habitOf = (who: number, days: number) =>
  command(`check in ${who} on ${days} days`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    for (let day = 0; day < days; day += 1) {
      // A second more each day: two lots of points never expire in one moment.
      model.now += dayMs + 1_000
      await setClock(model.now)
      await takeToday(model, world, found)
    }
  })

export const habit = fc.tuple(anyone, fc.integer({ min: 3, max: 9 })).map(([who, days]) => habitOf(who, days))

export const claim = (who: number, name: 'monthly-claim' | 'holder-prize') =>
  command(`${name} ${who}`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    const claimed = (name === 'monthly-claim' ? claimMonth : claimHolderPrize)(model, found.member)
    const answer = await send(world, found.real, `${api}/${name}`, {})
    expectClaim(name, answer, claimed, pointsOf(found.member, model.now))
  })

export const claiming = fc
  .tuple(anyone, fc.constantFrom('monthly-claim', 'holder-prize'))
  .map(([who, name]) => claim(who, name))

export const invite = (who: number, inviter: number) =>
  command(`${who} was invited by ${inviter}`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    const claimed = acceptInvitation(model, who, inviter)
    const { shortId: inviterShortId } = world.members[inviter]!
    const other = { inviterShortId: found.real.shortId }
    const to = `${api}/friend-invitation`
    const answer = await send(world, found.real, to, { inviterShortId }, { replay: other })
    expectClaim('friend-invitation', answer, claimed, pointsOf(found.member, model.now))
  })

export const inviting = fc
  .tuple(fc.constantFrom(0, 1, 1, 2), anyone)
  .map(([who, inviter]) => invite(who, inviter))

export const following = fc.tuple(anyone, fc.constantFrom('youtube', 'mastodon')).map(([who, platform]) =>
  command(`${who} follows on ${platform}`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    const claimed = follow(model, found.member, platform)
    const answer = await send(
      world,
      found.real,
      `${api}/social-follow`,
      { platform },
      {
        replay: { platform: 'another' },
      },
    )
    expectClaim('social-follow', answer, claimed, pointsOf(found.member, model.now))
  }),
)

// Among them half hours, a date line, and a summer time of half an hour.
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
]
export const anyZone = fc.constantFrom(null, ...zones)

export const moveTo = (who: number, timeZone: string) =>
  command(`${who} moves to ${timeZone}`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    const isAccepted = changeZone(model, found.member, timeZone)
    if (isAccepted) settle(model, found.member)
    const { status } = await call(found.real, 'PATCH', `/api/v1/users/${found.real.uid}`, { timeZone })
    recordOutcome('time zone', isAccepted ? null : 'too soon')
    expect(status).toBe(isAccepted ? 200 : 422)
  })

export const moving = fc
  .tuple(anyone, fc.constantFrom(...zones))
  .map(([who, timeZone]) => moveTo(who, timeZone))

export const completing = fc.tuple(anyone, fc.boolean()).map(([who, isComplete]) =>
  command(`the profile of ${who} is ${isComplete ? '' : 'not '}complete`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    found.member.hasCompleteProfile = isComplete
    settle(model, found.member)
    const gender = isComplete ? 'female' : ''
    expect((await call(found.real, 'PATCH', `/api/v1/users/${found.real.uid}`, { gender })).status).toBe(200)
  }),
)

/** Points are spent as the shop will spend them. */
export const spend = (who: number, points: number) =>
  command(`${who} spends ${points} points`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    const isThere = pointsOf(found.member, model.now) >= BigInt(points)
    const lines = move(memberPoints(found.real.party), housePoints, points)
    const spent = await outcomeOf(async () =>
      app.db
        .transaction()
        .execute(async (tx) => await post(tx, { kind: 'spent', scope: 'model', idem: randomUUID(), lines })),
    )
    recordOutcome('spend', isThere ? null : 'insufficient_funds')
    expect(spent.refused).toBe(isThere ? null : 'insufficient_funds')
    if (!isThere) return
    const parts = spendPoints(found.member, BigInt(points), model.now)
    found.member.spent.push({ txnId: spent.value!.txnId, parts, undone: false })
  })

export const spending = fc
  .tuple(anyone, fc.integer({ min: 1, max: 120 }))
  .map(([who, points]) => spend(who, points))

/** A refund gives each lot back with its own expiry, or where that is past until later, if the operator gives time. */
export const undo = (who: number, nth: number, hasMoreTime: boolean) =>
  command(
    `${who} gets spending ${nth} back${hasMoreTime ? ' for 7 days at least' : ''}`,
    async (model, world) => {
      const found = whoIs(model, world, who)
      const spent = found?.member.spent.at(-1 - nth)
      if (!found || !spent) return
      const until = hasMoreTime ? model.now + 7 * dayMs : 0
      const input = { txnId: spent.txnId, kind: 'unspent', scope: 'model', idem: randomUUID() }
      const { refused } = await outcomeOf(async () =>
        app.db
          .transaction()
          .execute(
            async (tx) => await reverse(tx, { ...input, ...(hasMoreTime && { lotsUntil: new Date(until) }) }),
          ),
      )
      recordOutcome('undo', refused)
      expect(refused).toBe(spent.undone ? 'already_reversed' : null)
      if (spent.undone) return
      spent.undone = true
      for (const { expiresAt, left } of spent.parts) {
        const isPast = expiresAt <= model.now
        if (isPast && hasMoreTime) recordOutcome('undo', 'after its expiry')
        found.member.lots.push({ expiresAt: isPast ? Math.max(expiresAt, until) : expiresAt, left })
      }
    },
  )

export const undoing = fc
  .tuple(anyone, fc.nat(3), fc.boolean())
  .map(([who, nth, hasMoreTime]) => undo(who, nth, hasMoreTime))

/** What runs by itself: earnings are unlocked, points expire, invitations are looked at. */
const work = () =>
  command('jobs', async (model) => {
    unlockDue(model)
    settleDue(model)
    settleDueShares(model)
    for (const job of ['unlock-earnings', 'expire-points', 'settle-invitations', 'settle-shares'] as const)
      await app.jobs.run(job)
    recordOutcome('jobs', null)
  })

export const working = fc.constant(null).map(() => work())

/** The hold of what was earned just now is over. */
export const unlocked = [wait(31 * 24), work()]

export const leaving = fc.constantFrom(0, 1, 2).map((who) =>
  command(`${who} leaves`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    const isBlocked = hasRedemptionUnderWay(model, who)
    const { uid, email: confirmation } = found.real
    const answer = await call(found.real, 'DELETE', `/api/v1/users/${uid}`, { confirmation })
    recordOutcome('leave', isBlocked ? 'deletion_blocked' : null)
    expect(answer.status === 202 ? null : answer.body.code).toBe(isBlocked ? 'deletion_blocked' : null)
    if (isBlocked) return
    await settleDeletions()
    await eraseMembers(app.accountDeletion)
    found.member.left = true
    for (const { invitation } of model.members)
      if (
        (invitation?.state === 'waiting' || invitation?.state === 'under_review') &&
        (invitation === found.member.invitation || invitation.inviter === who)
      )
        invitation.state = 'ended'
  }),
)

/** What a use case answers, or the code with which it refused. */
export async function outcomeOf<T>(
  work: () => Promise<T>,
): Promise<{ refused: string | null; value: T | null }> {
  return await work().then(
    (value) => ({ refused: null, value }),
    (error: Error & { code?: string }) => ({ refused: error.code ?? error.message, value: null }),
  )
}

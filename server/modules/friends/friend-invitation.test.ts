import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { newId } from '#server/platform/ids.ts'
import { pendingReviews } from '#server/pending-reviews.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { manyAtOnce } from '#testing/config.ts'
import { completeProfile } from '#testing/members.ts'
import { refuseInvitation, releaseInvitation } from './decide-invitation.ts'
import { dueInvitations, findInvitation, invitationsUnderReview } from './invitation-queries.ts'
import {
  app,
  claim,
  openApp,
  advanceClock,
  person,
  type Person,
  pointsOf,
  read,
  set,
} from '#testing/rewards.ts'
import { settleInvitation } from './settle-invitation.ts'

openApp()

const accept = async (friend: Person, inviter: { shortId: string }, headers?: Record<string, string>) =>
  await claim(friend, 'friend-invitation', { inviterShortId: inviter.shortId }, headers)

const complete = async (friend: Person) =>
  await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${friend.uid}`,
    headers: friend.headers,
    payload: completeProfile,
  })

/** The titles of a member's notifications, the newest first. */
const notified = async (member: Person) =>
  (await read(member, '/notifications')).items.map(({ title }: { title: string }) => title)

const settle = async ({ uid }: Person) =>
  await inTransaction(app.db, async (tx) => settleInvitation(tx, { friendUid: uid }))

// What a friend has to do besides: none but where a test is about it.
beforeEach(async () => await set('friendInvitation.checkIns', 0))

describe('naming the inviter', () => {
  test('is written once, and pays nothing before everything is done', async () => {
    await set('friendInvitation.checkIns', 7)
    const [ada, bea] = [await person({ displayName: 'Ada' }), await person({ displayName: 'Bea' })]
    const response = await accept(bea, ada)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      granted: 0,
      balance: 0,
      nextAt: null,
      friendPoints: 100,
      state: 'waiting',
      reason: null,
      until: null,
      isProfileComplete: false,
      checkIns: 0,
      checkInsNeeded: 7,
    })
    expect((await read(bea, `/users/${bea.uid}`)).gamification).toEqual({ invitedBy: ada.shortId })
    const friends = await read(ada, '/gamification/friends')
    expect(friends).toMatchObject({
      invitationUrl: `${app.config.publicOrigin}/signup?invitedBy=${ada.shortId}`,
      rewards: { inviterPoints: 200, friendPoints: 100, checkIns: 7 },
      totals: { waiting: 1, underReview: 0, paid: 0, points: 0 },
      month: { paid: 0, paidMax: 50 },
      items: [{ name: 'Bea', state: 'waiting', isProfileComplete: false, paidAt: null, points: 200 }],
      nextCursor: null,
    })
    expect((await read(bea, '/gamification/friends')).items).toEqual([])
  })

  test('is among the inviter’s pending rewards, however many came after it and are decided', async () => {
    await set('friendInvitation.checkIns', 7)
    const [ada, bea] = [await person({ displayName: 'Ada' }), await person({ displayName: 'Bea' })]
    expect((await accept(bea, ada)).statusCode).toBe(200)
    await sql`
      insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at, decided_at)
      select 'usr_later' || n, 'pty_later' || n, inviter_uid, inviter_party, 'refused', 'test', accepted_at + n * interval '1 ms', crels_now()
      from friend_invitation, generate_series(1, 25) n where friend_uid = ${bea.uid}`.execute(app.db)
    expect((await read(ada, '/rewards')).pending).toContainEqual(
      expect.objectContaining({ reward: 'friend-invitation', name: 'Bea' }),
    )
  })

  test('twenty requests at once write one invitation; the others get an error', async () => {
    const [ada, bea] = [await person(), await person({ profile: completeProfile })]
    const answers = await Promise.all(Array.from({ length: manyAtOnce }, async () => await accept(bea, ada)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const others = answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json())
    expect(others).toHaveLength(manyAtOnce - 1)
    expect(others[0]).toMatchObject({ code: 'already_granted', granted: 0, nextAt: null })
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([200, 100])
  })

  test('a repetition under one key gets the first answer', async () => {
    const [ada, bea] = [await person(), await person()]
    const key = { 'idempotency-key': 'invited-once' }
    const first = await accept(bea, ada, key)
    expect((await accept(bea, ada, key)).json()).toEqual(first.json())
    expect((await accept(bea, ada)).statusCode).toBe(409)
  })

  test('another inviter later is refused, and the first stays', async () => {
    const [ada, bea, cleo] = [await person(), await person(), await person()]
    await accept(cleo, ada)
    expect((await accept(cleo, bea)).json()).toMatchObject({ status: 409, code: 'already_granted' })
    expect((await read(cleo, `/users/${cleo.uid}`)).gamification.invitedBy).toBe(ada.shortId)
  })

  test('a circle cannot be made: of two, only the younger was invited', async () => {
    const [ada, bea] = [await person(), await person()]
    expect((await accept(ada, bea)).json()).toMatchObject({ status: 422, code: 'reward_not_eligible' })
    const both = await Promise.all([accept(bea, ada), accept(ada, bea)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 422])
  })

  describe('is refused with a sentence, and leaves nothing', () => {
    const refused = async (friend: Person, inviter: { shortId: string }, expected: object) => {
      const response = await accept(friend, inviter)
      expect(response.json()).toMatchObject({
        granted: 0,
        balance: await pointsOf(friend),
        nextAt: null,
        ...expected,
      })
      expect(response.json().detail).toMatch(/^\p{Lu}.*\.$/u)
      expect(await findInvitation(app.db, friend.uid)).toBeUndefined()
      expect((await read(friend, `/users/${friend.uid}`)).gamification.invitedBy).toBeNull()
    }

    test('oneself, under whatever writing of the address', async () => {
      const ada = await person({ email: 'ada.self@gmail.com' })
      await refused(ada, ada, { status: 422, code: 'reward_not_eligible' })
      const twin = await person({ email: 'adaself+two@googlemail.com' })
      await refused(twin, ada, { status: 422, code: 'reward_not_eligible' })
    })

    test('an unknown inviter, and a disabled one', async () => {
      const [ada, bea] = [await person(), await person()]
      await setMemberState(app.db, ada.uid, 'disabled')
      await refused(bea, ada, { status: 404, code: 'reward_inviter_unknown' })
      for (const shortId of ['k7m2qw9d', "' or 1=1 --", ada.uid])
        await refused(bea, { shortId }, { status: 404, code: 'reward_inviter_unknown' })
    })

    test('more than thirty days after signing up', async () => {
      const [ada, bea] = [await person(), await person()]
      await advanceClock('31 days')
      await refused(bea, ada, { status: 422, code: 'reward_not_eligible' })
    })

    test('an address that was invited before', async () => {
      const [ada, bea] = [await person(), await person({ email: 'bea.known@example.com' })]
      await accept(bea, ada)
      const again = await person({ email: 'bea.known+2@example.com' })
      await refused(again, ada, { status: 422, code: 'reward_not_eligible' })
    })

    test('an address whose owner left and came back', async () => {
      const [ada, bea] = [await person(), await person({ email: 'comes.back@example.com' })]
      await app.server.inject({
        method: 'DELETE',
        url: `/api/v1/users/${bea.uid}`,
        headers: { ...bea.headers, cookie: bea.cookie },
        payload: { confirmation: bea.email },
      })
      await app.jobs.run('erase-members')
      const again = await person({ email: 'comes.back+new@example.com' })
      await refused(again, ada, { status: 422, code: 'reward_not_eligible' })
    })
  })

  test('needs a bearer, a verified address and an inviter', async () => {
    const [ada, bea] = [await person(), await person()]
    expect((await claim({ headers: { authorization: '' } }, 'friend-invitation', {})).statusCode).toBe(401)
    const unverified = await person({ verified: false })
    expect((await accept(unverified, ada)).json()).toMatchObject({ status: 403, code: 'email_not_verified' })
    for (const body of [
      {},
      { inviterShortId: '' },
      { inviterShortId: 7 },
      { inviterShortId: 'x'.repeat(65) },
    ])
      expect((await claim(bea, 'friend-invitation', body)).json().code).toBe('validation_failed')
  })
})

describe('both are paid', () => {
  test('together, at once when the last thing is done, and only once however many look', async () => {
    const [ada, bea] = [await person(), await person()]
    await accept(bea, ada)
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([0, 0])
    expect((await complete(bea)).statusCode).toBe(200)
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([200, 100])
    await Promise.all(Array.from({ length: 30 }, async () => await settle(bea)))
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([200, 100])
    expect(await read(ada, '/gamification/friends')).toMatchObject({
      totals: { paid: 1, points: 200 },
      month: { paid: 1 },
      items: [{ state: 'paid', isProfileComplete: true, paidAt: expect.any(String) as string, points: 200 }],
    })
    expect(await notified(ada)).toEqual([
      '200 points for inviting a friend',
      'A friend joined with your invitation',
    ])
    expect(await notified(bea)).toEqual([])
  })

  test('at once, where everything was done before', async () => {
    const [ada, bea] = [await person(), await person({ profile: completeProfile })]
    expect((await accept(bea, ada)).json()).toMatchObject({ granted: 100, balance: 100, state: 'paid' })
    expect(await pointsOf(ada)).toBe(200)
  })

  test('what the settings say at that moment, and nothing is no obstacle', async () => {
    const [ada, bea] = [await person(), await person()]
    await accept(bea, ada)
    await set('friendInvitation.inviterPoints', 0)
    await set('friendInvitation.friendPoints', 70)
    await complete(bea)
    await set('friendInvitation.inviterPoints', 200)
    await set('friendInvitation.friendPoints', 100)
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([0, 70])
    expect((await read(ada, '/gamification/friends')).items).toMatchObject([{ state: 'paid', points: 0 }])
    const { rows } = await sql`select from friend_completion where inviter_party = ${ada.party}`.execute(
      app.db,
    )
    expect(rows, 'counted on the leaderboard all the same').toHaveLength(1)
  })

  test('by the job, where no request looked in time', async () => {
    const [ada, bea] = [await person(), await person()]
    await accept(bea, ada)
    await sql`update member set full_name = 'B', display_name = 'B', birthday = '1990-01-01', gender = 'x',
      country_of_residence = 'PT', industries = '{audio}', channels = '[{"platform":"x","address":"b"}]'
      where uid = ${bea.uid}`.execute(app.db)
    expect(await app.jobs.run('settle-invitations')).toMatchObject({ paid: 0 })
    await advanceClock('25 hours')
    expect((await dueInvitations(app.db, { limit: 1_000 })).map(({ uid }) => uid)).toContain(bea.uid)
    expect(await app.jobs.run('settle-invitations')).toMatchObject({ paid: 1 })
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([200, 100])
    expect((await dueInvitations(app.db, { limit: 1_000 })).map(({ uid }) => uid)).not.toContain(bea.uid)
  })

  test('the others too where one of them cannot be, and the job fails, so that alerts know', async () => {
    const [ada, bea, cai, dan] = [await person(), await person(), await person(), await person()]
    await accept(bea, ada)
    await accept(dan, cai)
    await sql`update member set full_name = 'B', display_name = 'B', birthday = '1990-01-01', gender = 'x',
      country_of_residence = 'PT', industries = '{audio}', channels = '[{"platform":"x","address":"b"}]'
      where uid in (${bea.uid}, ${dan.uid})`.execute(app.db)
    await advanceClock('25 hours')
    const refusal = `alter table notification add constraint refused check (uid <> '${ada.uid}') not valid`
    await askServer(app.databaseUrl, refusal)
    await expect(app.jobs.run('settle-invitations')).rejects.toThrow('1 failed; the others are done')
    expect([await pointsOf(ada), await pointsOf(cai)]).toEqual([0, 200])
    await askServer(app.databaseUrl, 'alter table notification drop constraint refused')
    expect(await app.jobs.run('settle-invitations')).toMatchObject({ paid: 1 })
    expect(await pointsOf(ada)).toBe(200)
  })

  test('not more than the month allows; the rest wait for the next', async () => {
    await set('friendInvitation.paidMonthlyMax', 2)
    const ada = await person()
    const friends = [await person(), await person(), await person()]
    await Promise.all(friends.map(async (friend) => await accept(friend, ada)))
    await Promise.all(friends.map(complete))
    expect(await pointsOf(ada)).toBe(400)
    const { items, month } = await read(ada, '/gamification/friends')
    expect(month).toMatchObject({ paid: 2, paidMax: 2 })
    const waiting = items.find(({ state }: { state: string }) => state === 'waiting')
    expect(waiting).toMatchObject({
      reason: 'inviter_month_full',
      until: month.endsAt,
      isProfileComplete: true,
    })
    await advanceClock('32 days')
    expect(await app.jobs.run('settle-invitations')).toMatchObject({ paid: 1 })
    expect(await pointsOf(ada)).toBe(600)
    await set('friendInvitation.paidMonthlyMax', 50)
  })

  test('not where one of them is disabled', async () => {
    const [ada, bea] = [await person(), await person({ profile: completeProfile })]
    await set('friendInvitation.checkIns', 7)
    await accept(bea, ada)
    await set('friendInvitation.checkIns', 0)
    await setMemberState(app.db, ada.uid, 'disabled')
    expect(await settle(bea)).toBeNull()
    await setMemberState(app.db, ada.uid, 'active')
    expect(await settle(bea)).toEqual({ inviterPoints: 200, friendPoints: 100 })
  })
})

describe('under review by an operator', () => {
  const onOneDevice = async (): Promise<[Person, Person]> => {
    const [ada, bea] = [await person(), await person()]
    await accept(bea, ada)
    for (const { uid } of [ada, bea])
      await sql`insert into member_visitor (uid, visitor, seen_on)
        values (${uid}, decode(md5(${ada.uid}), 'hex'), crels_now()::date)`.execute(app.db)
    await complete(bea)
    return [ada, bea]
  }

  test('where the two share a device, with the reason', async () => {
    const [ada, bea] = await onOneDevice()
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([0, 0])
    expect((await read(ada, '/gamification/friends')).items).toMatchObject([
      { state: 'under_review', reason: 'shared_device' },
    ])
    const listed = await invitationsUnderReview(app.db, { limit: 100 })
    expect(listed.map(({ friendUid }) => friendUid)).toContain(bea.uid)
    const { rows } = await sql<{ isNow: boolean }>`
      select under_review_at > crels_now() - interval '1 minute' and accepted_at <= under_review_at as "isNow"
      from friend_invitation where friend_uid = ${bea.uid}`.execute(app.db)
    expect(rows).toEqual([{ isNow: true }])
    expect((await pendingReviews(app.db)).invitations.open).toBeGreaterThan(0)
  })

  test('where the two are paid to the same place', async () => {
    const [ada, bea] = [await person(), await person()]
    await accept(bea, ada)
    for (const { uid } of [ada, bea])
      await sql`
        insert into payout_destination (id, uid, kind, details, hint, fingerprint, usable_from)
        values (${newId('destination')}, ${uid}, 'paypal', 'sealed', 'a…@example.com', sha256('one place'), crels_now())`.execute(
        app.db,
      )
    await complete(bea)
    expect(await pointsOf(ada)).toBe(0)
    expect((await read(ada, '/gamification/friends')).items).toMatchObject([
      { state: 'under_review', reason: 'shared_destination' },
    ])
  })

  test('and paid when they let it go on', async () => {
    const [ada, bea] = await onOneDevice()
    const release = async () =>
      await inTransaction(app.db, async (tx) =>
        releaseInvitation(tx, testActor, { friendUid: bea.uid, at: app.clock.now() }),
      )
    expect(await release()).toBe(true)
    expect(await release()).toBe(false)
    expect(await settle(bea)).toEqual({ inviterPoints: 200, friendPoints: 100 })
    expect(await pointsOf(ada)).toBe(200)
  })

  test('and never where they refuse', async () => {
    const [ada, bea] = await onOneDevice()
    const refuse = { reason: 'one_person', at: app.clock.now() }
    expect(
      await inTransaction(app.db, async (tx) =>
        refuseInvitation(tx, testActor, { friendUid: bea.uid, ...refuse }),
      ),
    ).toBe(true)
    expect(await settle(bea)).toBeNull()
    expect((await read(ada, '/gamification/friends')).items).toMatchObject([
      { state: 'refused', reason: 'one_person' },
    ])
    expect(await notified(ada)).toEqual([
      'We didn’t accept one of your invitations',
      'One of your invitations is under review',
      'A friend joined with your invitation',
    ])
  })
})

describe('when one of them leaves', () => {
  const leave = async (member: Person) => {
    const response = await app.server.inject({
      method: 'DELETE',
      url: `/api/v1/users/${member.uid}`,
      headers: { ...member.headers, cookie: member.cookie },
      payload: { confirmation: member.email },
    })
    expect(response.statusCode).toBe(202)
    await app.jobs.run('erase-members')
  }

  test('the inviter: the invitation has ended, and no other takes its place', async () => {
    const [ada, bea, cleo] = [await person(), await person(), await person()]
    await accept(cleo, ada)
    await leave(ada)
    expect(await findInvitation(app.db, cleo.uid)).toMatchObject({ state: 'ended', reason: 'inviter_left' })
    expect((await accept(cleo, bea)).json().code).toBe('already_granted')
    await complete(cleo)
    expect(await pointsOf(cleo)).toBe(0)
  })

  test('the friend: the inviter sees the end, and no name', async () => {
    const [ada, bea, cleo] = [await person(), await person(), await person({ profile: completeProfile })]
    await accept(bea, ada)
    await accept(cleo, ada)
    await leave(bea)
    await leave(cleo)
    const { items, totals } = await read(ada, '/gamification/friends')
    expect(totals).toMatchObject({ paid: 1, points: 200 })
    expect(items).toMatchObject([
      { name: null, state: 'paid', points: 200 },
      { name: null, state: 'ended', reason: 'friend_left' },
    ])
  })
})

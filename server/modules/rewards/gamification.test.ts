import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { grantAward } from '#server/modules/ledger/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile } from '#testing/members.ts'
import { inAYear } from '#testing/points.ts'
import { grantSeasonPrize } from './grant-season-prize.ts'
import { refuseInvitation } from '#server/modules/friends/public.ts'
import { pastCheckIns } from '#testing/past-check-ins.ts'
import { publicTotals } from './public-totals.ts'
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

openApp()

beforeAll(
  async () =>
    await set('socialFollow.platforms', [
      { platform: 'youtube', url: 'https://youtube.com/@crels' },
      { platform: 'x', url: 'https://x.com/crels' },
    ]),
)

const grant = async ({ party }: Person, points: number) =>
  await inTransaction(app.db, async (tx) =>
    grantAward(tx, { party, program: 'test', period: String(points), points, expiresAt: inAYear() }),
  )

const badgesIn = async ({ party }: Person) =>
  (
    await sql<{ badge: string; at: Date }>`
      select badge, earned_at as at from badge where party = ${party} order by badge`.execute(app.db)
  ).rows

describe('level and badges', () => {
  test('a new member is at the first level, with no badge, and sees what to do', async () => {
    const ada = await person()
    const status = await read(ada, '/gamification')
    expect(status).toMatchObject({
      points: { balance: 0, lifetime: 0 },
      level: { number: 1, levels: 10, fromPoints: 0, nextPoints: 250 },
      streak: { days: 0, longest: 0 },
      rewards: {
        dailyCheckIn: { isCheckedIn: false, points: 10 },
        monthlyClaim: { points: null, refusal: 'first_month' },
        holderPrize: { points: null },
        friendInvitation: { points: 200, waiting: 0, underReview: 0, paid: 0 },
        socialFollow: [{ platform: 'youtube', points: 50, followedAt: null }, { platform: 'x' }],
      },
      next: { action: 'check_in', points: 10, platform: null },
    })
    expect(status.badges).toHaveLength(7)
    expect(status.badges.every(({ earnedAt }: { earnedAt: string | null }) => earnedAt === null)).toBe(true)
  })

  test('levels go by everything ever granted, which spending does not lower', async () => {
    const ada = await person()
    await grant(ada, 800)
    expect((await read(ada, '/gamification')).level).toMatchObject({
      number: 3,
      fromPoints: 750,
      nextPoints: 1_500,
    })
    await set('levels.fromPoints', [0, 500])
    expect((await read(ada, '/gamification')).level).toEqual({
      number: 2,
      levels: 2,
      fromPoints: 500,
      nextPoints: null,
    })
    await set('levels.fromPoints', [0, 250, 750])
  })

  test('a badge is awarded once, however many look, and stays', async () => {
    const ada = await person({ profile: completeProfile })
    const campaign = await createCampaign(app)
    const url = `/api/v1/campaigns/${campaign.id}/enrolment`
    const total = async () => (await publicTotals()(app.db)).badgesEarned
    const totalBefore = await total()
    await app.server.inject({ method: 'POST', url, headers: ada.headers })
    expect(await total()).toBe(totalBefore + 1)
    const { rows: joined } = await sql<{ at: Date }>`
      select joined_at as at from enrolment where uid = ${ada.uid}`.execute(app.db)
    // Before the first look; and looked at days later it is of the day of the join.
    expect(await badgesIn(ada)).toEqual([{ badge: 'first_join', at: joined[0]!.at }])
    await advanceClock('3 days')
    const seen = await Promise.all(Array.from({ length: 20 }, async () => await read(ada, '/gamification')))
    const first = seen[0].badges[0]
    expect(first).toMatchObject({
      badge: 'first_join',
      progress: 1,
      goal: 1,
      earnedAt: joined[0]!.at.toISOString(),
    })
    for (const { badges } of seen) expect(badges[0]).toEqual(first)
    expect(await badgesIn(ada)).toHaveLength(1)
  })

  test('a streak and the tenth friend are badges of their day, without a look', async () => {
    const ada = await person()
    await inTransaction(app.db, async (tx) => {
      const award = {
        party: ada.party,
        program: 'daily-check-in',
        period: '2026-03-02',
        points: 1,
        expiresAt: inAYear(),
      }
      const { txnId } = await grantAward(tx, award)
      await sql`
        insert into check_in (party, date, at, zone, days, points, bonus_points, txn_id)
        values (${ada.party}, '2026-03-02', '2026-03-02T12:00:00Z', 'UTC', 30, 1, 0, ${txnId})`.execute(tx)
    })
    await inTransaction(app.db, async (tx) => {
      for (let n = 1; n <= 11; n += 1) {
        const friend = `friend-${n}-${ada.uid}`
        const at = `2026-04-${String(n).padStart(2, '0')}T12:00:00Z`
        await sql`
          insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, accepted_at, look_again_at)
          values (${friend}, ${friend}, ${ada.uid}, ${ada.party}, ${at}, ${at})`.execute(tx)
        await sql`
          update friend_invitation set state = 'paid', look_again_at = null, decided_at = ${at}, inviter_points = 1,
            friend_points = 1 where friend_uid = ${friend}`.execute(tx)
      }
    })
    expect(await badgesIn(ada)).toEqual([
      { badge: 'friends_10', at: new Date('2026-04-10T12:00:00Z') },
      { badge: 'streak_30', at: new Date('2026-03-02T12:00:00Z') },
      { badge: 'streak_7', at: new Date('2026-03-02T12:00:00Z') },
    ])
  })

  test('a season’s prize is granted once, by place, and the first ten have a badge', async () => {
    const [ada, bea] = [await person(), await person()]
    const prize = async ({ party }: Person, rank: number) =>
      await inTransaction(app.db, async (tx) => grantSeasonPrize(tx, { party, season: '2026-08', rank }))
    const granted = await Promise.all(Array.from({ length: 20 }, async () => await prize(ada, 2)))
    expect(granted.filter((points) => points > 0)).toEqual([1_000])
    expect(await prize(bea, 11)).toBe(0)
    expect([await pointsOf(ada), await pointsOf(bea)]).toEqual([1_000, 0])
    const badge = async (member: Person) =>
      (await read(member, '/gamification')).badges.find(
        (one: { badge: string }) => one.badge === 'season_top_10',
      )
    expect(await badge(ada)).toMatchObject({ progress: 1, earnedAt: '2026-09-01T00:00:00.000Z' })
    expect(await badge(bea)).toMatchObject({ progress: 0, earnedAt: null })
  })

  test('the public totals need no sign-in, and name no member', async () => {
    const response = await app.server.inject({ url: '/api/v1/gamification/public' })
    expect(response.statusCode).toBe(200)
    expect(Object.keys(response.json()).sort()).toEqual([
      'badgesEarned',
      'friendsPaid',
      'levels',
      'members',
      'points',
    ])
  })
})

describe('the list of rewards', () => {
  test('says what can be claimed, what is pending and why, and what was granted, page by page', async () => {
    const [ada, bea] = [await person({ displayName: 'Ada' }), await person({ displayName: 'Bea' })]
    await claim(bea, 'friend-invitation', { inviterShortId: ada.shortId })
    await claim(ada, 'daily-check-in')
    const campaign = await createCampaign(app)
    const url = `/api/v1/campaigns/${campaign.id}/enrolment`
    await app.server.inject({ method: 'POST', url, headers: ada.headers })
    const shared = await claim(ada, 'social-share', { network: 'x', campaignId: campaign.id })
    expect(shared.statusCode, shared.body).toBe(200)
    await claim(ada, 'social-follow', { platform: 'x' })
    const { claimable, pending, items, nextCursor } = await read(ada, '/rewards?limit=1')
    expect(claimable).toEqual([{ reward: 'social-follow', points: 50, platform: 'youtube', until: null }])
    expect(pending).toMatchObject([
      { reward: 'friend-invitation', points: 200, reason: 'profile_incomplete', name: 'Bea' },
      {
        reward: 'social-share',
        points: 30,
        reason: 'too_few_clicks',
        name: expect.stringMatching(new RegExp(`. · ${campaign.title}$`)) as string,
      },
      { reward: 'daily-check-in', points: 15, reason: 'checked_in', until: expect.any(String) as string },
      { reward: 'monthly-claim', reason: 'first_month' },
      { reward: 'holder-prize' },
    ])
    expect(items).toMatchObject([{ program: 'social-follow', points: 50 }])
    const rest = await read(ada, `/rewards?limit=1&cursor=${nextCursor}`)
    expect(rest.items).toMatchObject([{ program: 'daily-check-in', points: 10 }])
    expect(rest.nextCursor).toBeNull()
    expect((await read(bea, '/rewards')).pending).toMatchObject([
      { reward: 'friend-welcome', points: 100, reason: 'profile_incomplete', name: null },
      {},
      {},
    ])
    expect(
      (await app.server.inject({ url: '/api/v1/rewards?cursor=x', headers: ada.headers })).statusCode,
    ).toBe(422)
  })

  test('says what was refused, closed unpaid or not claimed in time, with why and since when', async () => {
    const [ada, bea] = [await person(), await person({ displayName: 'Bea' })]
    expect((await read(ada, '/rewards')).missed).toEqual([])
    await claim(bea, 'friend-invitation', { inviterShortId: ada.shortId })
    const campaign = await createCampaign(app)
    await claim(ada, 'social-share', { network: 'x', campaignId: campaign.id })
    await pastCheckIns(app.db, ada.party, [
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-04-01',
    ])
    await sql`update friend_invitation set state = 'under_review', reason = 'shared_device', look_again_at = null
      where friend_uid = ${bea.uid}`.execute(app.db)
    const at = new Date('2026-06-01T12:00:00Z')
    await inTransaction(
      app.db,
      async (tx) => await refuseInvitation(tx, testActor, { friendUid: bea.uid, reason: 'one_person', at }),
    )
    await advanceClock('10 days')
    await app.jobs.run('settle-shares')

    const { missed, nextCursor } = await read(ada, '/rewards?limit=1')
    expect(missed).toEqual([
      {
        reward: 'social-share',
        reason: 'too_few_clicks',
        at: expect.any(String) as string,
        name: expect.stringMatching(new RegExp(`. · ${campaign.title}$`)) as string,
        campaign: expect.objectContaining({ id: campaign.id, title: campaign.title }) as object,
        month: null,
      },
      { reward: 'friend-invitation', reason: 'refused', at: at.toISOString(), name: 'Bea', month: null },
      {
        reward: 'monthly-claim',
        reason: 'not_claimed',
        at: '2026-05-01T00:00:00.000Z',
        name: null,
        month: '2026-03',
      },
    ])
    expect((await read(ada, `/rewards?limit=1&cursor=${nextCursor}`)).missed).toEqual([])
    expect((await read(bea, '/rewards')).missed).toMatchObject([
      { reward: 'friend-welcome', reason: 'refused', at: at.toISOString() },
    ])
  })
})

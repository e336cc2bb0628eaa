import { testActor } from '#testing/operators.ts'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { app, follow as visit } from '../modules/conversions/conversions.fixture.ts'
import { grantSeasonPrize } from '../modules/rewards/public.ts'
import { refuseInvitation, releaseInvitation } from '../modules/friends/public.ts'
import { joinForBonus, seasonPrize, settleDueShares, shareTo } from './model-shares.fixture.ts'
import { pointsOf } from './model.fixture.ts'
import { anyone, api, expectClaim, whoIs } from './reward-commands.fixture.ts'
import { bonuses, call, command, inTurn, recordOutcome, send } from './world.fixture.ts'

/** What others grant for: shares, campaigns joined, seasons, and invitations that a person looked at. */

const networks = ['x', 'facebook', 'telegram', 'reddit', 'bluesky']

const share = (who: number, network: string) =>
  command(`${who} shares to ${network}`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    const { share: expected, claimed } = shareTo(model, who, network)
    const { campaignId } = world
    const other = { network: 'pinterest', campaignId }
    const answer = await send(
      world,
      found.real,
      `${api}/social-share`,
      { network, campaignId },
      { replay: other },
    )
    expectClaim('social-share', answer, claimed, pointsOf(found.member, model.now))
    if (claimed.refused !== null) return
    expected.code = new URL(answer.body.share.url).pathname.slice('/s/'.length)
    expect(answer.body.share).toMatchObject({ state: expected.state, clicks: expected.clicks })
  })

/** So many people come by a share's link, and the job looks at it; none where it has closed or is gone. */
const comeBy = (nth: number, people: number) =>
  command(`${people} come by share ${nth}`, async (model, world) => {
    const expected = model.shares.at(-1 - nth)
    if (!expected || model.members[expected.member]!.left || model.now >= expected.closesAt) return
    for (let each = 0; each < people; each += 1) await visit(expected.code)
    await app.clicks.flush()
    if (expected.state === 'waiting') expected.clicks += people
    settleDueShares(model, expected)
    await app.jobs.run('settle-shares')
    recordOutcome('share', expected.state)
    const { items } = (await call(world.members[expected.member]!, 'GET', `${api}/social-share`)).body
    const found = items.find(({ url }: { url: string }) => url.endsWith(`/s/${expected.code}`))
    expect(found).toMatchObject({ state: expected.state, clicks: expected.clicks })
  })

export const sharing = fc
  .tuple(anyone, fc.shuffledSubarray(networks, { minLength: 1 }), fc.constantFrom(2, 3, 3, 4))
  .map(([who, to, people]) =>
    inTurn(...to.flatMap((network) => [share(who, network), comeBy(0, people)]), share(who, to[0]!)),
  )

export const visiting = fc
  .tuple(fc.nat(4), fc.constantFrom(1, 1, 3))
  .map(([nth, people]) => comeBy(nth, people))

const membershipStep = (who: number, campaign: number, isLeaving: boolean) =>
  command(`${who} ${isLeaving ? 'leaves' : 'joins'} campaign ${campaign}`, async (model, world) => {
    const found = whoIs(model, world, who)
    if (!found) return
    const url = `/api/v1/campaigns/${world.bonusCampaigns[campaign]}/enrolment`
    const wasIn = found.member.bonuses.get(campaign)
    if (isLeaving) {
      if (wasIn) found.member.bonuses.set(campaign, false)
      const { status } = await call(found.real, 'DELETE', url)
      return expect(status === 200).toBe(wasIn === true)
    }
    recordOutcome('joining bonus', wasIn === undefined ? null : wasIn ? 'is in' : 'had it')
    joinForBonus(model, found.member, campaign, bonuses[campaign]!)
    expect([200, 201]).toContain((await call(found.real, 'POST', url)).status)
  })

/** Some steps of one member at one campaign: coming, going, coming back, and coming who is in. */
export const joining = fc
  .tuple(
    anyone,
    fc.nat(bonuses.length - 1),
    fc.array(fc.constantFrom('joins', 'joins', 'leaves'), { minLength: 1, maxLength: 4 }),
  )
  .map(([who, campaign, steps]) =>
    inTurn(...steps.map((step) => membershipStep(who, campaign, step === 'leaves'))),
  )

export const rewarding = fc
  .tuple(anyone, fc.constantFrom('2027-01', '2027-02'), fc.constantFrom(1, 2, 3, 4, 10, 11))
  .map(([who, season, rank]) =>
    command(`${who} was number ${rank} of ${season}`, async (model, world) => {
      const found = whoIs(model, world, who)
      if (!found) return
      const hadIt = found.member.seasons.has(season)
      const expected = seasonPrize(model, found.member, season, rank)
      recordOutcome('season prize', expected > 0n ? null : hadIt ? 'had it' : 'pays nothing')
      const { party } = found.real
      const granted = await app.db
        .transaction()
        .execute(async (tx) => await grantSeasonPrize(tx, { party, season, rank }))
      expect(granted).toBe(Number(expected))
    }),
  )

/** An operator decides an invitation under review. */
export const judging = fc
  .tuple(fc.constantFrom(2, 2, 1), fc.constantFrom(true, true, false))
  .map(([who, isRelease]) =>
    command(`the invitation of ${who} is ${isRelease ? 'released' : 'refused'}`, async (model, world) => {
      const found = whoIs(model, world, who)
      if (!found) return
      const { invitation } = found.member
      const isUnderReview = invitation?.state === 'under_review'
      const { uid } = found.real
      const at = new Date(model.now)
      const wasUnderReview = await app.db
        .transaction()
        .execute(async (tx) =>
          isRelease
            ? await releaseInvitation(tx, testActor, { friendUid: uid, at })
            : await refuseInvitation(tx, testActor, { friendUid: uid, reason: 'One person.', at }),
        )
      expect(wasUnderReview).toBe(isUnderReview)
      if (!invitation || !isUnderReview) return
      recordOutcome('invitation under review', isRelease ? 'released' : 'refused')
      invitation.state = isRelease ? 'waiting' : 'refused'
      invitation.isReleased = isRelease
      invitation.lookAgainAt = model.now
    }),
  )

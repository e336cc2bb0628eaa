import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, noticesTo } from '#testing/members.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { enrolmentOf } from './campaigns.fixture.ts'
import { app, join, leave, openApp, partyOf } from './enrolments.fixture.ts'
import { decideApplication } from './public.ts'

openApp()

describe('applying', () => {
  const decide = async (enrolmentId: string, approve: boolean, reason?: string) =>
    await app.db
      .transaction()
      .execute(async (tx) => await decideApplication(tx, testActor, { enrolmentId, approve, reason }, {}))

  test('waits without a link, and has one when the brand approves, on the terms of the application', async () => {
    const campaign = await createCampaign(app, { approval: 'application', joiningBonusPoints: 30 })
    const member = await createMember(app)
    const applied = await join(campaign.id, { message: 'I review headphones.' }, member)
    expect(applied.statusCode).toBe(201)
    expect(applied.json()).toMatchObject({ state: 'applied', link: null, joinedAt: null })
    expect((await balances(app.db, await partyOf(member))).points).toBe(0)
    await sql`update campaign set reward_lead_crels = 1 where id = ${campaign.id}`.execute(app.db)
    await decide(applied.json().id, true)
    const now = await join(campaign.id, {}, member)
    expect(now.statusCode).toBe(200)
    expect(now.json()).toMatchObject({
      state: 'active',
      link: { id: expect.any(String) },
      reward: { leadCrels: 12 },
    })
    expect((await balances(app.db, await partyOf(member))).points).toBe(30)
    await expect(decide(applied.json().id, false)).rejects.toMatchObject({ code: 'conflict' })
    expect(await noticesTo(app, member)).toMatchObject([
      { subject: expect.stringMatching(/^You’re in: .+ approved your application$/) },
    ])
  })

  test('again is possible 30 days after being declined, not before', async () => {
    const campaign = await createCampaign(app, { approval: 'application' })
    const member = await createMember(app)
    const { id } = (await join(campaign.id, {}, member)).json()
    await decide(id, false, 'We look for podcasts.')
    const [mail] = await noticesTo(app, member)
    expect(mail!.text).toContain('The reason: We look for podcasts.')
    const refused = await join(campaign.id, {}, member)
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'application_declined',
      reason: 'We look for podcasts.',
      reapplyAt: expect.any(String),
    })
    await shiftClock(app.db, '30 days')
    const again = await join(campaign.id, {}, member)
    await shiftClock(app.db, '-30 days')
    expect(again.json()).toMatchObject({ id, state: 'applied', reason: null })
  })

  test('takes a place, and withdrawing gives it back', async () => {
    const campaign = await createCampaign(app, { approval: 'application', memberLimit: 1 })
    const other = await createMember(app)
    await join(campaign.id)
    expect((await join(campaign.id, {}, other)).json().code).toBe('campaign_full')
    expect((await leave(campaign.id)).json()).toMatchObject({ state: 'left', link: null })
    expect((await join(campaign.id, {}, other)).statusCode).toBe(201)
  })

  test('is approved once by ten approvals at once, of which all but one change nothing', async () => {
    const campaign = await createCampaign(app, { approval: 'application', joiningBonusPoints: 30 })
    const member = await createMember(app)
    const { id } = (await join(campaign.id, {}, member)).json()
    await Promise.all(Array.from({ length: 10 }, async () => await decide(id, true)))
    expect((await balances(app.db, await partyOf(member))).points).toBe(30)
    expect((await enrolmentOf(app.db, id)).state).toBe('active')
  })

  test('is not approved for a member who is disabled: no bonus until they are enabled, a decline goes through', async () => {
    const campaign = await createCampaign(app, { approval: 'application', joiningBonusPoints: 30 })
    const member = await createMember(app)
    const { id } = (await join(campaign.id, {}, member)).json()
    const setState = async (state: string) =>
      await sql`update member set state = ${state} where uid = ${member.uid}`.execute(app.db)
    await setState('disabled')
    await expect(decide(id, true)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The member is disabled: enable them first.',
    })
    expect((await enrolmentOf(app.db, id)).state).toBe('applied')
    expect((await balances(app.db, await partyOf(member))).points).toBe(0)
    await setState('active')
    expect((await decide(id, true)).state).toBe('active')
    expect((await balances(app.db, await partyOf(member))).points).toBe(30)

    const other = await createMember(app)
    const declined = (await join(campaign.id, {}, other)).json()
    await sql`update member set state = 'disabled' where uid = ${other.uid}`.execute(app.db)
    expect((await decide(declined.id, false, 'We look for podcasts.')).state).toBe('declined')
  })

  test('a removed member stays out', async () => {
    const campaign = await createCampaign(app)
    const { id } = (await join(campaign.id)).json()
    await sql`update enrolment set state = 'removed', left_at = now(), reason = 'Bought traffic' where id = ${id}`.execute(
      app.db,
    )
    expect((await join(campaign.id)).json()).toMatchObject({
      code: 'application_declined',
      reason: 'Bought traffic',
      reapplyAt: null,
    })
    const back = sql`update enrolment set state = 'active', joined_at = now(), left_at = null where id = ${id}`
    await expect(back.execute(app.db)).rejects.toMatchObject({ code: 'CP003' })
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { countOf } from './campaigns.fixture.ts'
import { app, join, leave, openApp, partyOf } from './enrolments.fixture.ts'

openApp()

describe('leaving', () => {
  test('stops the tracking link and keeps the enrolment; a second time is 404', async () => {
    const campaign = await createCampaign(app)
    const { link } = (await join(campaign.id)).json()
    const left = await leave(campaign.id)
    expect(left.statusCode).toBe(200)
    expect(left.json()).toMatchObject({ state: 'left', link: { id: link.id }, leftAt: expect.any(String) })
    await expect.poll(async () => (await app.server.inject({ url: `/s/${link.code}` })).statusCode).toBe(410)
    expect((await leave(campaign.id)).json()).toMatchObject({ status: 404, code: 'not_enrolled' })
  })

  test('is undone by joining again: the same enrolment and link, the offer of that day, no second bonus', async () => {
    const campaign = await createCampaign(app, { joiningBonusPoints: 70, memberLimit: 1 })
    const member = await createMember(app)
    const first = (await join(campaign.id, {}, member)).json()
    await leave(campaign.id, member)
    await sql`update campaign set reward_lead_crels = 20 where id = ${campaign.id}`.execute(app.db)
    const again = await join(campaign.id, {}, member)
    expect(again.statusCode).toBe(201)
    expect(again.json()).toMatchObject({
      id: first.id,
      state: 'active',
      link: first.link,
      leftAt: null,
      reward: { leadCrels: 20 },
    })
    expect((await balances(app.db, await partyOf(member))).points).toBe(70)
  })

  test('and back turns on what leaving turned off, and nothing that its owner did, before or since', async () => {
    const campaign = await createCampaign(app)
    const member = await createMember(app)
    const { headers } = member
    const { link } = (await join(campaign.id, {}, member)).json()
    const payload = { destinationUrl: 'https://brand.example/landing/mug', campaignId: campaign.id }
    const made = [1, 2, 3].map(
      async () =>
        (await app.server.inject({ method: 'POST', url: '/api/v1/shortlinks', headers, payload })).json()
          .id as string,
    )
    const [off, offLater, on] = (await Promise.all(made)) as [string, string, string]
    const edit = async (id: string, change: object) => {
      const url = `/api/v1/shortlinks/${id}`
      const response = await app.server.inject({ method: 'PATCH', url, headers, payload: change })
      expect(response.statusCode, response.body).toBe(200)
    }
    const states = async () => {
      const ids = [link.id, off, offLater, on]
      const { rows } = await sql<{ id: string; state: string }>`
        select id, state from link where id = any (${ids})`.execute(app.db)
      return ids.map((id) => rows.find((row) => row.id === id)!.state)
    }
    await edit(off, { state: 'disabled' })
    await leave(campaign.id, member)
    expect(await states()).toEqual(['disabled', 'disabled', 'disabled', 'disabled'])
    await edit(offLater, { state: 'disabled' })
    await edit(on, { title: 'Still mine' })
    await join(campaign.id, {}, member)
    expect(await states()).toEqual(['active', 'disabled', 'disabled', 'active'])
    await edit(off, { state: 'active' })
    // A second time is as the first.
    await edit(link.id, { state: 'disabled' })
    await leave(campaign.id, member)
    await join(campaign.id, {}, member)
    expect(await states()).toEqual(['disabled', 'active', 'disabled', 'active'])
  })

  test('does not revive a link that was banned', async () => {
    const campaign = await createCampaign(app)
    const { link } = (await join(campaign.id)).json()
    await leave(campaign.id)
    await sql`update link set state = 'banned' where id = ${link.id}`.execute(app.db)
    await join(campaign.id)
    const { rows } = await sql<{ state: string }>`select state from link where id = ${link.id}`.execute(
      app.db,
    )
    expect(rows[0]!.state).toBe('banned')
  })

  test('never deadlocks with joining when both race', async () => {
    const campaign = await createCampaign(app)
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => await (i % 2 ? join(campaign.id) : leave(campaign.id))),
    )
    const statuses = new Set(answers.map(({ statusCode }) => statusCode))
    expect([...statuses].every((status) => [200, 201, 404].includes(status))).toBe(true)
    expect(await countOf(app.db, 'enrolment', campaign.id)).toBe(1)
  })

  test('is refused to visitors', async () => {
    const campaign = await createCampaign(app)
    const response = await app.server.inject({
      method: 'DELETE',
      url: `/api/v1/campaigns/${campaign.id}/enrolment`,
    })
    expect(response.statusCode).toBe(401)
  })
})

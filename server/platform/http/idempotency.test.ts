import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const join = async (member: TestMember, campaignId: string, key: string, payload: object = {}) =>
  await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaignId}/enrolment`,
    headers: { ...member.headers, 'idempotency-key': key },
    payload,
  })

test('answers a repetition as it answered the first, status and all', async () => {
  const [member, campaign] = [await createMember(app), await createCampaign(app)]
  const first = await join(member, campaign.id, 'one')
  const again = await join(member, campaign.id, 'one')
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  // Without the key the same call finds the enrolment that is there.
  expect((await join(member, campaign.id, 'two')).statusCode).toBe(200)
})

test('refuses another request under a used key', async () => {
  const [member, campaign] = [await createMember(app), await createCampaign(app)]
  await join(member, campaign.id, 'key', { termsVersion: 1 })
  const other = await join(member, campaign.id, 'key', { message: 'hello' })
  expect(other.statusCode).toBe(422)
  expect(other.json()).toMatchObject({ code: 'idempotency_mismatch' })
})

test('keeps each member’s keys apart', async () => {
  const campaign = await createCampaign(app)
  for (const member of [await createMember(app), await createMember(app)])
    expect((await join(member, campaign.id, 'shared')).statusCode).toBe(201)
})

test('records nothing of a refusal, so that the key may try again', async () => {
  const [member, campaign] = [await createMember(app), await createCampaign(app)]
  const refused = await join(member, campaign.id, 'later', { termsVersion: 7 })
  expect(refused.json()).toMatchObject({ code: 'terms_changed' })
  expect((await join(member, campaign.id, 'later', { termsVersion: 1 })).statusCode).toBe(201)
})

test('does the work once when twenty requests race with one key', async () => {
  const [member, campaign] = [await createMember(app), await createCampaign(app)]
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => await join(member, campaign.id, 'race')),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(1)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from enrolment where campaign_id = ${campaign.id}`.execute(app.db)
  expect(rows[0]!.n).toBe(1)
})

test('refuses a key that is no key', async () => {
  const [member, campaign] = [await createMember(app), await createCampaign(app)]
  expect((await join(member, campaign.id, 'x'.repeat(201))).json()).toMatchObject({
    code: 'malformed_request',
  })
})

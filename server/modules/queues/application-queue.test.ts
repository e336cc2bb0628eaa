import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedApplicationPage } from '#contracts/operator-applications.schemas.ts'
import type { RowResults } from '#contracts/row-results.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { operatorBearer } from '#testing/operators.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function apply(campaignId: string, { headers }: TestMember): Promise<string> {
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const payload = { message: 'I review headphones.' }
  const answer = await app.server.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

async function list(query: Record<string, string> = {}): Promise<OperatedApplicationPage> {
  const { headers } = await operatorBearer(app, 'support')
  const answer = await app.server.inject({ url: '/api/v1/operator/applications', headers, query })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** One by its id: the status of the answer, and what it says. */
async function show(id: string): Promise<{ status: number; body: unknown }> {
  const { headers } = await operatorBearer(app, 'support')
  const answer = await app.server.inject({ url: `/api/v1/operator/applications/${id}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}

async function decide(how: 'approve' | 'decline', payload: object, name: string): Promise<RowResults> {
  const { headers } = await operatorBearer(app, 'manager', `${name}@crels.example`)
  const url = `/api/v1/operator/applications/${how}`
  const answer = await app.server.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('applications of all campaigns wait in one list, and are decided many at once, each by itself', async () => {
  const campaign = await createCampaign(app, { approval: 'application' })
  const members = await Promise.all(
    [1, 2, 3].map(async () => await createMember(app, { profile: completeProfile })),
  )
  const ids: string[] = []
  for (const member of members) ids.push(await apply(campaign.id, member))
  const { items } = await list()
  expect(items.map(({ id }) => id)).toEqual(ids)
  expect(items[0]).toMatchObject({
    message: 'I review headphones.',
    campaign: { id: campaign.id },
    member: { uid: members[0]!.uid, email: members[0]!.email, accountAgeDays: 0, isDisabled: false },
    history: { joined: 0, declined: 0, removed: 0, accepted: 0, underReview: 0 },
    risk: { debtCrels: 0, alike: [] },
  })
  const first = await list({ limit: '2' })
  expect(first.items.length).toBe(2)
  expect((await list({ limit: '2', cursor: first.nextCursor! })).items.map(({ id }) => id)).toEqual([ids[2]])
  expect((await list({ uid: members[1]!.uid })).items.map(({ id }) => id)).toEqual([ids[1]])

  expect(await show(ids[2]!)).toEqual({ status: 200, body: items[2] })
  expect((await show(`enr_${'0'.repeat(32)}`)).status).toBe(404)

  const declined = await decide('decline', { ids: [ids[0]], reason: 'We look for podcasts.' }, 'pavel')
  expect(declined).toMatchObject({ done: 1, refused: 0 })
  const approved = await decide('approve', { ids }, 'olga')
  expect(approved).toMatchObject({ done: 2, refused: 1 })
  expect(approved.results[0]).toMatchObject({ id: ids[0], done: false, code: 'conflict' })
  expect(approved.results[0]!.detail).toMatch(/pavel did campaign\.decide on it at \d{4}/)
  expect((await list()).items).toEqual([])
  // What was decided waits no more.
  expect((await show(ids[2]!)).status).toBe(404)
})

test('says of an applicant what they owe, and who shares a device or a payout destination with them', async () => {
  const campaign = await createCampaign(app, { approval: 'application' })
  const [applicant, twin, payee] = [
    await createMember(app, { profile: completeProfile }),
    await createMember(app, { profile: completeProfile }),
    await createMember(app, { profile: completeProfile }),
  ]
  for (const { uid } of [applicant, twin])
    await sql`
      insert into member_visitor (uid, visitor, seen_on)
      values (${uid}, decode(repeat('ab', 16), 'hex'), crels_now()::date)`.execute(app.db)
  for (const { uid } of [applicant, twin, payee])
    await sql`
      insert into payout_destination (id, uid, kind, details, hint, fingerprint, usable_from)
      values (new_id('dst'), ${uid}, 'paypal', 'sealed', 'p…@example.com', decode(repeat('11', 32), 'hex'), now())`.execute(
      app.db,
    )
  await apply(campaign.id, applicant)
  const [application] = (await list({ uid: applicant.uid })).items
  expect(application!.risk).toEqual({
    debtCrels: 0,
    alike: [
      { uid: twin.uid, name: expect.any(String), isOnDevice: true, isPaidThere: true },
      { uid: payee.uid, name: expect.any(String), isOnDevice: false, isPaidThere: true },
    ],
  })
})

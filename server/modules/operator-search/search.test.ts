import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorFound } from '#contracts/operator-search.schemas.ts'
import { OPERATOR_ROLES, type OperatorRole } from '#rules/operator-permissions.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { buyer, callShop, homeAddress, makeItem } from '#testing/shop.ts'
import { lookups } from './search.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function search(q: string, role: OperatorRole = 'owner'): Promise<OperatorFound[]> {
  const { headers } = await operatorBearer(app, role)
  const answer = await app.server.inject({ url: '/api/v1/operator/search', query: { q }, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items
}

test('finds a member, a redemption and a campaign by what an operator has in hand', async () => {
  const member = await createRedeemer(app, {})
  const redemption = await redeem(app, member)
  const brand = await createBrand(app)
  const campaign = await createCampaign(app, { brandId: brand.id })
  const kinds = async (q: string) => (await search(q)).map(({ kind, id }) => `${kind} ${id}`)
  expect(await kinds(member.uid)).toEqual([`member ${member.uid}`])
  expect(await kinds(member.email.toUpperCase().slice(0, -3))).toEqual([`member ${member.uid}`])
  expect(await kinds(redemption.id)).toEqual([`redemption ${redemption.id}`])
  expect(await kinds(campaign.id)).toEqual([`campaign ${campaign.id}`])
  // A sign that means any text to the database means itself here.
  expect(await kinds('%%')).toEqual([])
})

test('finds a member by the beginning of the full name, which lists show, and of the display name', async () => {
  const profile = { ...completeProfile, fullName: 'Wilhelmina Okafor', displayName: 'minnie.draws' }
  const { uid, email } = await createMember(app, { profile })
  for (const text of ['wilhelmina o', 'Minnie.Dr'])
    expect(await search(text), text).toEqual([
      { kind: 'member', id: uid, name: 'Wilhelmina Okafor', detail: email },
    ])
  // By indexes alone, however many members there are.
  const plan = await app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_indexscan = off`.execute(tx)
    const member = lookups('wilhelmina o').find(([kind]) => kind === 'member')![1]
    return JSON.stringify((await sql`explain ${member} limit 6`.execute(tx)).rows)
  })
  expect(plan).not.toContain('Seq Scan')
  for (const index of ['member_email_search', 'member_full_name_search', 'member_name_search'])
    expect(plan).toContain(index)
})

test('finds a shop order, a support request and a report of abuse by what their mails say', async () => {
  const ola = await buyer(app, 1_000)
  const itemId = await makeItem(app, { title: 'Enamel mug' })
  const order = await callShop(app, ola, 'POST', '/orders', {
    itemId,
    points: 100,
    quantity: 1,
    address: homeAddress,
  })
  expect(order.status, JSON.stringify(order.body)).toBe(201)
  expect(await search(order.body.id as string, 'support')).toMatchObject([
    { kind: 'order', id: order.body.id, name: 'Enamel mug', detail: 'placed' },
  ])
  expect(await search(order.body.id as string, 'read-only')).toEqual([])
  for (const [topic, kind] of [
    ['order', 'support'],
    ['abuse', 'abuse'],
  ] as const) {
    const asked = await app.server.inject({
      method: 'POST',
      url: '/support-requests',
      headers: ola.headers,
      payload: { topic, message: 'Where is it?' },
    })
    const { id, reference } = asked.json() as { id: string; reference: string }
    for (const text of [id, reference])
      expect(await search(text, 'support')).toMatchObject([{ kind, id, detail: `${topic} · open` }])
  }
})

test('finds the support requests that quote the id of a failed request, the newest first', async () => {
  const requestId = `req_${'4711'.repeat(8)}`
  const ask = async (references: string[]) => {
    const { headers } = await createMember(app)
    const payload = { topic: 'technical', message: 'It says that it failed.', references }
    const asked = await app.server.inject({ method: 'POST', url: '/support-requests', headers, payload })
    expect(asked.statusCode, asked.body).toBe(201)
    return asked.json<{ id: string }>().id
  }
  const first = await ask([requestId])
  const second = await ask([requestId, 'Order 12'])
  await ask([`req_${'0'.repeat(32)}`])
  expect((await search(requestId.toUpperCase(), 'support')).map(({ id }) => id)).toEqual([second, first])
  expect(await search(requestId, 'read-only')).toEqual([])
  // By an index, however many there are.
  const plan = await app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return await sql<{ 'QUERY PLAN': string }>`
      explain select id from support_request where about @> ${JSON.stringify([{ kind: 'request', id: requestId }])}::jsonb
    `.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toContain('support_request_about')
})

test('finds nothing that a role may not read', async () => {
  const member = await createRedeemer(app, {})
  const redemption = await redeem(app, member)
  expect(await search(member.email, 'read-only')).toEqual([])
  expect(await search(redemption.id, 'support')).toEqual([])
  expect((await search(redemption.id, 'read-only')).length).toBe(1)
})

/** Which roles find something by a text, and by what kinds. */
async function foundBy(text: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const role of OPERATOR_ROLES) found[role] = (await search(text, role)).map(({ kind }) => kind)
  return found
}

const ofMembers = (kind: string) => ({
  owner: [kind],
  manager: [kind],
  support: [kind],
  finance: [kind],
  'read-only': [],
})

test('finds a claim by the order that it names, open or answered', async () => {
  const { member, campaignId } = await claimStage()
  const id = await claim(member, { campaignId, orderReference: 'Order 4711' })
  const row = { kind: 'claim', id, name: 'Order 4711' }
  expect(await search('Order 4711', 'support')).toMatchObject([
    { ...row, detail: expect.stringMatching(/ · open$/) },
  ])
  expect(await search(id)).toMatchObject([row])
  expect(await foundBy('Order 4711')).toEqual(ofMembers('claim'))
  const support = await operatorBearer(app, 'support')
  const open = async () => (await callOperator(app, support, { path: `/claims/${id}` })).body
  expect(await open()).toMatchObject({ id, state: 'open', answer: null })
  const payload = { ids: [id], answer: 'The brand has no such order.' }
  await callOperator(app, support, { method: 'POST', path: '/claims/decline', payload })
  expect(await search('Order 4711', 'support')).toMatchObject([
    { ...row, detail: expect.stringMatching(/ · declined$/) },
  ])
  expect(await open()).toMatchObject({ state: 'declined', answer: payload.answer, answeredBy: 'support' })
  expect((await callOperator(app, support, { path: `/claims/clm_${'0'.repeat(32)}` })).status).toBe(404)
})

test('finds the act of a request id: in the log for who reads it, else on the page of its member', async () => {
  const { member } = await claimStage()
  const support = await operatorBearer(app, 'support')
  const act = async (path: string) =>
    await app.server.inject({
      method: 'POST',
      url: `/api/v1/operator${path}`,
      headers: support.headers,
      payload: { reason: 'A lost phone' },
    })
  const signedOut = await act(`/members/${member.uid}/sign-out`)
  expect(signedOut.statusCode, signedOut.body).toBe(204)
  const requestId = signedOut.headers['x-request-id'] as string
  expect(await foundBy(requestId)).toEqual({
    owner: ['act'],
    manager: ['act'],
    support: ['member-act'],
    finance: ['act'],
    'read-only': ['act'],
  })
  expect(await search(requestId, 'support')).toMatchObject([
    { kind: 'member-act', id: member.uid, name: 'member.sign-out' },
  ])
  // What is done to no member is in the log alone.
  const paused = await act('/pauses/sign-up/pause')
  expect(paused.statusCode, paused.body).toBe(200)
  expect(await search(paused.headers['x-request-id'] as string, 'support')).toEqual([])
  expect(await search(paused.headers['x-request-id'] as string, 'read-only')).toMatchObject([{ kind: 'act' }])
  const resume = {
    method: 'POST',
    path: '/pauses/sign-up/resumption',
    payload: { reason: 'It is found' },
  } as const
  const resumed = await callOperator(app, await operatorBearer(app, 'owner'), resume)
  expect(resumed.status, JSON.stringify(resumed.body)).toBe(200)
})

test('finds each kind for the roles that may read it, and for no other', async () => {
  const redeemer = await createRedeemer(app, {})
  const redemption = await redeem(app, redeemer)
  const { id: campaignId } = await createCampaign(app)
  const joined = await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaignId}/enrolment`,
    headers: redeemer.headers,
    payload: {},
  })
  const { link } = joined.json<{ link: { id: string; code: string } }>()
  expect(await foundBy(redeemer.email)).toEqual(ofMembers('member'))
  for (const text of [link.id, link.code, `https://crels.example/s/${link.code}?from=mail`])
    expect(await foundBy(text), text).toEqual(ofMembers('link'))
  expect(await foundBy(campaignId)).toEqual(
    Object.fromEntries(OPERATOR_ROLES.map((role) => [role, ['campaign']])),
  )
  expect(await foundBy(redemption.id)).toEqual({
    owner: ['redemption'],
    manager: ['redemption'],
    support: [],
    finance: ['redemption'],
    'read-only': ['redemption'],
  })
})

async function claimStage() {
  const member = await createMember(app)
  const { id: campaignId } = await createCampaign(app)
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  const joined = await app.server.inject({ method: 'POST', url, headers: member.headers, payload: {} })
  expect(joined.statusCode, joined.body).toBe(201)
  return { member, campaignId }
}

async function claim(
  member: TestMember,
  named: { campaignId: string; orderReference: string },
): Promise<string> {
  const made = await app.server.inject({
    method: 'POST',
    url: '/api/v1/conversion-claims',
    headers: member.headers,
    payload: {
      ...named,
      type: 'sale',
      occurredAt: app.clock.now().toISOString(),
      amount: { currency: 'USD', minor: 100_00 },
    },
  })
  expect(made.statusCode, made.body).toBe(201)
  return made.json<{ id: string }>().id
}

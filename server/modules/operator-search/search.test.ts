import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorFound } from '#contracts/operator-search.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { operatorBearer } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { buyer, callShop, homeAddress, makeItem } from '#testing/shop.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function search(
  q: string,
  role: 'owner' | 'support' | 'read-only' = 'owner',
): Promise<OperatorFound[]> {
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

test('finds nothing that a role may not read', async () => {
  const member = await createRedeemer(app, {})
  const redemption = await redeem(app, member)
  expect(await search(member.email, 'read-only')).toEqual([])
  expect(await search(redemption.id, 'support')).toEqual([])
  expect((await search(redemption.id, 'read-only')).length).toBe(1)
})

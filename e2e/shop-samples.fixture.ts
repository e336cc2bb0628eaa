import type { EndpointId } from '#contracts/endpoints.ts'
import { buyer, callShop, homeAddress, makeGiftCard, makeItem, type Buyer } from '#testing/shop.ts'
import type { EndpointStage, MakeSamples } from './endpoint-stage.fixture.ts'

/** Successful requests of the shop's endpoints; members of their own where points would be spent. */
export const shopSamples = {
  listShop: async ({ app }) => {
    await makeItem(app)
    return [{ status: 200 }, { status: 200, query: { kind: 'merchandise', limit: '1' } }]
  },
  getShopItem: async ({ app }) => [{ status: 200, params: { id: await makeItem(app) } }],
  askForItem: async ({ app }) => [{ status: 204, params: { id: await makeItem(app, { stock: 0 }) } }],
  forgetItem: async ({ app }) => [{ status: 204, params: { id: await makeItem(app) } }],
  placeOrder: async ({ app }) => {
    const [itemId, member] = [await makeItem(app), await buyer(app, 200)]
    const payload = { itemId, points: 100, quantity: 2, address: homeAddress }
    return [{ status: 201, payload, headers: { ...member.headers, 'idempotency-key': 'order' } }]
  },
  listOrders: () => [{ status: 200 }, { status: 200, query: { state: 'placed', limit: '1' } }],
  getOrder: async (stage) => [{ status: 200, ...(await ordered(stage, await makeItem(stage.app))) }],
  cancelOrder: async (stage) => {
    const { params, headers } = await ordered(stage, await makeItem(stage.app))
    return [
      { status: 200, params, headers },
      { status: 200, params, payload: {}, headers: { ...headers, 'idempotency-key': 'cancel' } },
    ]
  },
  revealCodes: async (stage) => [
    { status: 200, ...(await ordered(stage, await makeGiftCard(stage.app, 1), {})) },
  ],
} satisfies Partial<Record<EndpointId, MakeSamples>>

/** An order of a member who is there for it alone. */
async function ordered(
  { app }: EndpointStage,
  itemId: string,
  more: object = { address: homeAddress },
): Promise<{ params: { id: string }; headers: Buyer['headers'] }> {
  const member = await buyer(app, 100)
  const { body } = await callShop(app, member, 'POST', '/orders', { itemId, points: 100, ...more })
  return { params: { id: body.id as string }, headers: member.headers }
}

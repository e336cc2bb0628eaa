import type { EndpointId } from '#contracts/endpoints.ts'
import type { EndpointStage, MakeSamples } from './endpoint-stage.fixture.ts'
import { testActor } from '#testing/operators.ts'

/** Nothing listens there: a connection is refused at once. */
const url = 'http://localhost:9/hooks'

/** Successful requests of webhooks' endpoints. */
export const webhookSamples = {
  listWebhooks: async (stage) => {
    await anEndpoint(stage)
    return [{ status: 200 }]
  },
  createWebhook: async ({ app: { webhookOperations }, brand: { slug } }) => {
    // A brand has twenty at most.
    for (const { id } of await webhookOperations.list(slug)) await webhookOperations.remove(testActor, id)
    const contactEmail = 'servers@brand.example'
    return [
      { status: 201, payload: { url } },
      { status: 201, payload: { url, events: ['conversion.accepted'], contactEmail } },
    ]
  },
  patchWebhook: async (stage) => {
    const params = { id: await anEndpoint(stage) }
    return [
      { status: 200, params, payload: { events: ['conversion.reversed'], contactEmail: null, url } },
      { status: 200, params, payload: { state: 'disabled' } },
      { status: 200, params, payload: { state: 'active' } },
    ]
  },
  deleteWebhook: async (stage) => [{ status: 204, params: { id: await anEndpoint(stage) } }],
  rotateWebhookSecret: async (stage) => [{ status: 200, params: { id: await anEndpoint(stage) } }],
  testWebhook: async (stage) => [{ status: 202, params: { id: await anEndpoint(stage) } }],
  listWebhookDeliveries: async (stage) => {
    const { id } = await aFailedDelivery(stage)
    return [
      { status: 200, params: { id } },
      { status: 200, params: { id }, query: { state: 'failed', limit: '1' } },
    ]
  },
  replayWebhookDelivery: async (stage) => [{ status: 202, params: await aFailedDelivery(stage) }],
} satisfies Partial<Record<EndpointId, MakeSamples>>

async function anEndpoint({ app, brand }: EndpointStage): Promise<string> {
  return (await app.webhookOperations.add(testActor, { brand: brand.slug, url, events: [] })).id
}

async function aFailedDelivery(stage: EndpointStage): Promise<{ id: string; deliveryId: string }> {
  const { webhookOperations } = stage.app
  const id = await anEndpoint(stage)
  await webhookOperations.test(testActor, id)
  // What waits has failed then.
  await webhookOperations.disable(testActor, id)
  await webhookOperations.enable(testActor, id)
  const [delivery] = await webhookOperations.deliveries({ endpointId: id, limit: 1 })
  return { id, deliveryId: delivery!.id }
}

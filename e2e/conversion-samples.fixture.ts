import type { EndpointId } from '#contracts/endpoints.ts'
import { sale } from '#server/modules/conversions/conversions.fixture.ts'
import type { EndpointStage, MakeSamples } from './endpoint-stage.fixture.ts'

/** Successful requests about conversions: reports, refunds, and claims of those that are missing. */
export const conversionSamples = {
  reportConversion: ({ clickId }) => {
    const payload = sale(clickId, { occurredAt: undefined })
    const items = [sale(clickId), sale('none'), { eventId: 'wrong' }]
    return [
      { status: 201, payload },
      { status: 200, payload },
      { status: 200, payload: { items } },
    ]
  },
  refundConversion: ({ eventId }) => [
    {
      status: 200,
      params: { eventId },
      payload: { amount: { currency: 'USD', minor: 10_00 }, refundId: 'part' },
    },
    { status: 200, params: { eventId }, headers: { 'idempotency-key': 'rest' } },
    { status: 202, params: { eventId: 'not-yet-reported' }, payload: {} },
  ],

  claimConversion: (at) => [{ status: 201, payload: claimOf(at), headers: { 'idempotency-key': 'claim' } }],
  listConversionClaims: () => [{ status: 200 }, { status: 200, query: { state: 'open', limit: '1' } }],
  listBrandClaims: () => [{ status: 200 }, { status: 200, query: { state: 'accepted', limit: '1' } }],
  answerBrandClaim: async (at) => {
    const id = await claimed(at)
    return [{ status: 200, params: { id }, payload: { accept: false, answer: 'It was cancelled.' } }]
  },
} satisfies Partial<Record<EndpointId, MakeSamples>>

let claims = 0

/** A claim of the owner's for an order of its own. */
function claimOf({ app, joined }: EndpointStage) {
  claims += 1
  return {
    campaignId: joined,
    type: 'sale',
    orderReference: `claimed-${claims}`,
    occurredAt: app.clock.now().toISOString(),
    amount: { currency: 'USD', minor: 20_00 },
    note: 'The buyer said so.',
  }
}

async function claimed(at: EndpointStage): Promise<string> {
  const { headers } = at.owner
  const url = '/api/v1/conversion-claims'
  const response = await at.app.server.inject({ method: 'POST', url, headers, payload: claimOf(at) })
  return response.json<{ id: string }>().id
}

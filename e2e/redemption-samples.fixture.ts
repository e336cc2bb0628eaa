import type { EndpointId } from '#contracts/endpoints.ts'
import { completeProfile, createMember } from '#testing/members.ts'
import { createRedeemer, quoteFor, redeem } from '#testing/redeemers.ts'
import { askForTaxForms, w9 } from '#testing/tax.ts'
import type { MakeSamples } from './endpoint-stage.fixture.ts'

/** Successful requests of redemptions' and tax forms' endpoints; members of their own wherever crels would be spent. */
export const redemptionSamples = {
  listDestinations: () => [{ status: 200 }],
  addDestination: () => {
    const payload = { kind: 'bank', holder: 'Ada Example', iban: 'DE89370400440532013000' }
    return [
      { status: 201, payload },
      { status: 200, payload },
    ]
  },
  setDestinationReminder: async ({ app }) => {
    const { headers } = await createMember(app, { profile: completeProfile })
    const payload = { kind: 'paypal', email: 'reminded@example.com' }
    const made = await app.server.inject({
      method: 'POST',
      url: '/api/v1/payout-destinations',
      headers,
      payload,
    })
    return [{ status: 200, params: { id: made.json().id }, payload: { reminder: true }, headers }]
  },
  removeDestination: async ({ app }) => {
    const { headers, destinationId: id } = await createRedeemer(app)
    return [{ status: 204, params: { id }, headers }]
  },
  certifyTaxProfile: async ({ app }) => {
    // From a sum on that nobody here is paid.
    await askForTaxForms(app, 'us', 1_000_000_000)
    return [{ status: 200, payload: w9 }]
  },
  getRedemptionTerms: () => [{ status: 200 }],
  createRedemption: async ({ app }) => {
    const member = await createRedeemer(app)
    const { id: quoteId } = await quoteFor(app, member, { crels: 1000 })
    const { headers, destinationId } = member
    return [{ status: 201, payload: { quoteId, destinationId }, headers }]
  },
  listRedemptions: () => [{ status: 200 }, { status: 200, query: { state: 'requested', limit: '1' } }],
  cancelRedemption: async ({ app }) => {
    const member = await createRedeemer(app)
    const { id } = await redeem(app, member)
    return [{ status: 200, params: { id }, headers: member.headers }]
  },
} satisfies Partial<Record<EndpointId, MakeSamples>>

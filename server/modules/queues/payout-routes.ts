import * as payouts from '#contracts/operator-payouts.endpoints.ts'
import { settlePaidTwice } from '#server/modules/payout-runs/public.ts'
import {
  failRedemption,
  openDestination,
  payRedemption,
  sendRedemption,
  settleMismatch,
  settleRestoredPayout,
  type RedemptionDeps,
} from '#server/modules/redemptions/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { eachRow } from '#server/platform/http/each-row.ts'
import { problem } from '#server/platform/http/problems.ts'
import { operatedRedemption } from './redemption-queue.ts'

/** The endpoints of contracts/operator-payouts.endpoints.ts: redemptions that are paid by themselves, in no payout run. */
export function payoutRoutes(deps: RedemptionDeps): Route[] {
  return [
    bind(payouts.openPayoutDestination, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => await openDestination(tx, actor, { redemptionId: params.id, ...body }, deps)),
    ),
    bind(payouts.sendRedemption, async ({ db, actor, params: { id }, body: { provider } }) => {
      const { state, runId, destination, sendableBy } = await operatedRedemption(db, id, actor, deps)
      if (state === 'approved' && runId === null && !sendableBy.includes(provider))
        throw problem('conflict', { detail: `${provider} does not pay to ${destination.kind} by itself.` })
      await sendRedemption(db, { redemptionId: id, actor, provider }, deps)
      return await operatedRedemption(db, id, actor, deps)
    }),
    bind(payouts.payRedemption, async ({ db, transaction, actor, params: { id }, body }) => {
      await transaction(async (tx) => await payRedemption(tx, { redemptionId: id, actor, ...body }))
      return await operatedRedemption(db, id, actor, deps)
    }),
    bind(payouts.failRedemption, async ({ db, transaction, actor, params: { id }, body }) => {
      await transaction(async (tx) => await failRedemption(tx, { redemptionId: id, actor, ...body }, deps))
      return await operatedRedemption(db, id, actor, deps)
    }),
    bind(payouts.settlePayoutMismatch, async ({ db, transaction, actor, params: { id }, body }) => {
      const { outcome, ...said } = body
      const settled = { redemptionId: id, ...said }
      await transaction(async (tx) =>
        outcome === undefined
          ? await settleMismatch(tx, actor, settled, deps)
          : await settlePaidTwice(tx, actor, { ...settled, outcome }, deps),
      )
      return await operatedRedemption(db, id, actor, deps)
    }),
    bind(payouts.payRestoredRedemption, async ({ db, transaction, actor, params: { id }, body }) => {
      const look = { redemptionId: id, actor, payment: body }
      await transaction(async (tx) => await settleRestoredPayout(tx, look))
      return await operatedRedemption(db, id, actor, deps)
    }),
    bind(payouts.continueRestoredRedemptions, async ({ db, actor, body }) =>
      eachRow(db, body.ids, async (tx, redemptionId) =>
        settleRestoredPayout(tx, { redemptionId, actor, payment: null }),
      ),
    ),
  ]
}

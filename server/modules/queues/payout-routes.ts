import * as payouts from '#contracts/operator-payouts.endpoints.ts'
import {
  failRedemption,
  openDestination,
  payRedemption,
  sendRedemption,
  type RedemptionDeps,
} from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { operatedRedemption } from './redemption-queue.ts'
import type { Reader } from './redemption-risk.ts'

/** The endpoints of contracts/operator-payouts.endpoints.ts: redemptions that are paid by themselves, in no payout run. */
export function payoutRoutes(deps: RedemptionDeps): Route[] {
  return [
    bind(payouts.openPayoutDestination, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => await openDestination(tx, actor, { redemptionId: params.id, ...body }, deps)),
    ),
    bind(payouts.sendRedemption, async ({ db, actor, params: { id }, body: { provider } }) => {
      const { state, destination, sendableBy } = await single(db, id, actor, deps)
      if (state === 'approved' && !sendableBy.includes(provider))
        throw problem('conflict', { detail: `${provider} does not pay to ${destination.kind} by itself.` })
      await sendRedemption(db, { redemptionId: id, actor, provider }, deps)
      return await operatedRedemption(db, id, actor, deps)
    }),
    bind(payouts.payRedemption, async ({ db, transaction, actor, params: { id }, body }) => {
      await single(db, id, actor, deps)
      await transaction(async (tx) => await payRedemption(tx, { redemptionId: id, actor, ...body }))
      return await operatedRedemption(db, id, actor, deps)
    }),
    bind(payouts.failRedemption, async ({ db, transaction, actor, params: { id }, body }) => {
      const { state, provider, providerState } = await single(db, id, actor, deps)
      const isFollowed = deps.providers.some((one) => one.name === provider && one.isFollowed)
      if (state === 'sending' && providerState === 'accepted' && isFollowed)
        throw problem('conflict', {
          detail: `${provider} has this payment and says itself what became of it: cancel it there.`,
        })
      await transaction(async (tx) => await failRedemption(tx, { redemptionId: id, actor, ...body }))
      return await operatedRedemption(db, id, actor, deps)
    }),
  ]
}

/** A redemption that no payout run has: what became of those is in the report of their file. */
async function single(db: Db, id: string, actor: Reader, deps: RedemptionDeps) {
  const redemption = await operatedRedemption(db, id, actor, deps)
  if (redemption.runId !== null)
    throw problem('conflict', {
      detail: `${id} is in the payout run ${redemption.runId}: it says what became of it.`,
    })
  return redemption
}

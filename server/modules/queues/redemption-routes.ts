import * as redemptions from '#contracts/operator-redemptions.endpoints.ts'
import {
  announceOwnPayout,
  approveRedemption,
  clearMatch,
  rejectRedemption,
  type RedemptionDeps,
} from '#server/modules/redemptions/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { eachRow } from '#server/platform/http/each-row.ts'
import { operatedRedemption, operatedRedemptionDetail, operatedRedemptions } from './redemption-queue.ts'

/** The endpoints of contracts/operator-redemptions.endpoints.ts. */
export function redemptionRoutes(deps: RedemptionDeps): Route[] {
  return [
    bind(redemptions.listOperatedRedemptions, async ({ db, actor, query }) =>
      operatedRedemptions(db, query, actor, deps),
    ),
    bind(redemptions.getOperatedRedemption, async ({ db, actor, params }) =>
      operatedRedemptionDetail(db, params.id, actor, deps),
    ),
    bind(redemptions.approveRedemption, async ({ db, transaction, actor, params }) => {
      const decision = { redemptionId: params.id, actor }
      await transaction(async (tx) => {
        const row = await approveRedemption(tx, decision, deps)
        if (row.isNew) await announceOwnPayout(tx, actor, row, deps)
      })
      return await operatedRedemption(db, params.id, actor, deps)
    }),
    bind(redemptions.rejectRedemption, async ({ db, transaction, actor, params, body }) => {
      const decision = { redemptionId: params.id, actor, ...body }
      await transaction(async (tx) => await rejectRedemption(tx, decision, deps))
      return await operatedRedemption(db, params.id, actor, deps)
    }),
    bind(redemptions.clearSanctionsMatch, async ({ db, transaction, actor, params, body }) => {
      const clearance = { redemptionId: params.id, ...body }
      await transaction(async (tx) => await clearMatch(tx, actor, clearance, deps))
      return await operatedRedemption(db, params.id, actor, deps)
    }),
    bind(redemptions.approveRedemptions, async ({ db, actor, body }) => {
      // One mail for all of them: with the row of which it is sent anew where that transaction is tried again.
      const announced = new Set<string>()
      return await eachRow(db, body.ids, async (tx, redemptionId) => {
        announced.delete(redemptionId)
        const row = await approveRedemption(tx, { redemptionId, actor }, deps)
        if (row.isNew && announced.size === 0 && (await announceOwnPayout(tx, actor, row, deps)))
          announced.add(redemptionId)
      })
    }),
    bind(redemptions.rejectRedemptions, async ({ db, actor, body: { ids, reason } }) =>
      eachRow(db, ids, async (tx, redemptionId) =>
        rejectRedemption(tx, { redemptionId, actor, reason }, deps),
      ),
    ),
  ]
}

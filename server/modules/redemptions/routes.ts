import * as redemptions from '#contracts/redemptions.endpoints.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { askerOf } from '#server/platform/mail/who-asked.ts'
import {
  addDestination,
  listDestinations,
  removeDestination,
  setDestinationReminder,
} from './destinations.ts'
import { cancelRedemption } from './cancel-redemption.ts'
import { listRedemptions, redemptionTerms } from './list-redemptions.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { requestRedemption } from './request-redemption.ts'

/** The endpoints of contracts/redemptions.endpoints.ts. */
export function redemptionRoutes(deps: RedemptionDeps): Route[] {
  return [
    bind(redemptions.listDestinations, async ({ db, actor }) => {
      const sinceAccountChanges = await deps.sinceAccountChanges(actor.uid)
      return await listDestinations(db, actor, { sinceAccountChanges })
    }),
    bind(redemptions.addDestination, async ({ transaction, actor, body, request }) => {
      await deps.requireRecentProof(actor)
      await deps.requireSecondFactor(actor)
      const sinceAccountChanges = await deps.sinceAccountChanges(actor.uid)
      const { isNew, destination } = await transaction((tx) =>
        addDestination(tx, { ...actor, asker: askerOf(request, deps) }, body, deps, { sinceAccountChanges }),
      )
      return answer(isNew ? 201 : 200, destination)
    }),
    bind(redemptions.setDestinationReminder, async ({ transaction, actor, params, body }) => {
      const sinceAccountChanges = await deps.sinceAccountChanges(actor.uid)
      const wish = { ...params, ...body }
      return await transaction((tx) => setDestinationReminder(tx, actor, wish, { sinceAccountChanges }))
    }),
    bind(redemptions.removeDestination, async ({ transaction, actor, params, request }) => {
      const asker = askerOf(request, deps)
      await transaction((tx) => removeDestination(tx, { ...actor, asker }, params, deps))
      return answer(204, null)
    }),
    bind(redemptions.getRedemptionTerms, async ({ db, actor }) => {
      const sinceAccountChanges = await deps.sinceAccountChanges(actor.uid)
      return await redemptionTerms(db, actor, { sinceAccountChanges }, deps)
    }),
    bind(redemptions.createRedemption, async ({ transaction, actor, body, request }) => {
      await deps.requireSecondFactor(actor)
      const sinceAccountChanges = await deps.sinceAccountChanges(actor.uid)
      const asker = askerOf(request, deps)
      const wish = { ...body, sinceAccountChanges }
      return answer(201, await transaction((tx) => requestRedemption(tx, { ...actor, asker }, wish, deps)))
    }),
    bind(redemptions.listRedemptions, ({ db, actor, query }) => listRedemptions(db, actor, query, deps)),
    bind(redemptions.cancelRedemption, async ({ transaction, actor, params, request }) => {
      const asker = askerOf(request, deps)
      return await transaction((tx) => cancelRedemption(tx, { ...actor, asker }, params, deps))
    }),
  ]
}

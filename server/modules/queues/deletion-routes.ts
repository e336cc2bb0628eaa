import * as contract from '#contracts/operator-deletions.endpoints.ts'
import { assignDeletion, retryDeletion } from '#server/modules/accounts/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { operatedDeletion, operatedDeletions } from './deletion-inbox.ts'

/** The endpoints of contracts/operator-deletions.endpoints.ts. */
export function deletionRoutes(deps: { enqueue: Jobs['add'] }): Route[] {
  return [
    bind(contract.listDeletions, async ({ db, actor, query }) =>
      operatedDeletions(db, actor.operatorId, query),
    ),
    bind(contract.getOperatedDeletion, async ({ db, params }) => operatedDeletion(db, params.id)),
    bind(contract.takeDeletion, async ({ transaction, actor, params, body }) =>
      transaction(async (tx) => {
        await assignDeletion(tx, actor, { party: params.id, change: { take: true, ...body } })
        return await operatedDeletion(tx, params.id)
      }),
    ),
    bind(contract.giveBackDeletion, async ({ transaction, actor, params }) =>
      transaction(async (tx) => {
        await assignDeletion(tx, actor, { party: params.id, change: { take: false } })
        return await operatedDeletion(tx, params.id)
      }),
    ),
    bind(contract.retryDeletion, async ({ transaction, actor, params }) =>
      transaction(async (tx) => {
        await retryDeletion(tx, actor, { party: params.id }, deps)
        return await operatedDeletion(tx, params.id)
      }),
    ),
  ]
}

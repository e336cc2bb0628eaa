import * as applications from '#contracts/operator-applications.endpoints.ts'
import { decideApplication } from '#server/modules/campaigns/public.ts'
import type { ActMember } from '#server/modules/operators/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { eachRow } from '#server/platform/http/each-row.ts'
import { operatedApplication, operatedApplications } from './application-queue.ts'

/** The endpoints of contracts/operator-applications.endpoints.ts. */
export function applicationRoutes(sealing: Pick<ActMember, 'secret'>): Route[] {
  return [
    bind(applications.listOperatedApplications, async ({ db, query }) => operatedApplications(db, query)),
    bind(applications.getOperatedApplication, async ({ db, params }) => operatedApplication(db, params.id)),
    bind(applications.approveApplications, async ({ db, actor, body }) =>
      eachRow(db, body.ids, async (tx, enrolmentId) =>
        decideApplication(tx, actor, { enrolmentId, approve: true }, sealing),
      ),
    ),
    bind(applications.declineApplications, async ({ db, actor, body: { ids, reason } }) =>
      eachRow(db, ids, async (tx, enrolmentId) =>
        decideApplication(tx, actor, { enrolmentId, approve: false, reason }, sealing),
      ),
    ),
  ]
}

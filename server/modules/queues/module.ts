import { sql } from 'kysely'
import * as home from '#contracts/operator-home.endpoints.ts'
import { previewDisabling } from '#contracts/pending-acts.endpoints.ts'
import { isAllowed } from '#rules/operator-permissions.ts'
import type { RedemptionDeps } from '#server/modules/redemptions/public.ts'
import type { ShareDeps } from '#server/modules/shares/public.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { SupportDeps } from '#server/modules/support/public.ts'
import type { Db } from '#server/platform/database.ts'
import { job, type Jobs } from '#server/platform/jobs.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { Module } from '#server/platform/module.ts'
import { applicationRoutes } from './application-routes.ts'
import { claimRoutes } from './claim-routes.ts'
import { countLongQueues } from './count-queues.ts'
import { operatorHome, type HoursOf } from './home.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { payoutRoutes } from './payout-routes.ts'
import { previewDisabling as whatDisablingLeaves } from './preview-disabling.ts'
import { redemptionRoutes } from './redemption-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { supportRoutes } from './support-routes.ts'

/** What waits for an operator, as the console lists and decides it. */
export function queuesModule(deps: {
  config: ShareDeps
  db: Db
  redemptions: RedemptionDeps
  support: SupportDeps
  hoursOf: HoursOf
  secret: Pick<Secret, 'seal' | 'open'>
  enqueue: Jobs['add']
}): Module {
  return {
    routes: [
      bind(
        home.getOperatorHome,
        async ({ db, actor }) =>
          await operatorHome(db, { hoursOf: deps.hoursOf, withMoney: isAllowed(actor, 'read.money') }),
      ),
      bind(previewDisabling, async ({ db, params }) => await whatDisablingLeaves(db, params)),
      ...redemptionRoutes(deps.redemptions),
      ...payoutRoutes(deps.redemptions),
      ...applicationRoutes(deps),
      ...reviewRoutes(deps.config),
      ...claimRoutes,
      ...supportRoutes({ ...deps.support, secret: deps.secret }),
      ...orderRoutes(deps),
      ...deletionRoutes(deps),
    ],
    erase: [
      {
        name: 'queues',
        // The next minute counts without them.
        erase: async ({ uid }) => {
          await sql`
            delete from pgboss.job where name = 'count-queues' and state = 'completed'
              and output::text like ${`%"${uid}"%`}`.execute(deps.db)
        },
      },
    ],
    jobs: [
      job({
        name: 'count-queues',
        doc: 'Counts the queues of operators that are too long to be counted when somebody looks.',
        cron: '* * * * *',
        retryLimit: 0,
        retainedHours: 1,
        run: async () => await countLongQueues(deps.db),
      }),
    ],
  }
}

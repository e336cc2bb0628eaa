import { refundConversion, reportConversion } from '#contracts/conversions.ts'
import { listEarnings } from '#contracts/earnings.ts'
import { answer, bind, type Bound } from '#server/platform/http/bind.ts'
import { listEarnings as listEarningsOf } from './list-earnings.ts'
import { refundConversion as refund } from './refund-conversion.ts'
import { takeBatch, takeReport, type ReportDeps } from './take-reports.ts'

/** Reports and refunds by brands' servers, and members' earnings. */
export function conversionRoutes({ flushClicks }: Pick<ReportDeps, 'flushClicks'>): Bound[] {
  return [
    bind(reportConversion, async ({ db, clock, actor, body, request }) => {
      const deps = { db, clock, flushClicks }
      if ('items' in body) {
        const items = await takeBatch(deps, actor, body.items, (failure) =>
          request.log.error({ err: failure.cause ?? failure }, 'a row of a batch failed'),
        )
        return { items }
      }
      const reported = await takeReport(deps, actor, body)
      return answer(reported.created ? 201 : 200, reported.answer)
    }),
    bind(
      refundConversion,
      async ({ transaction, actor, params, body }) =>
        await transaction(async (tx) => await refund(tx, actor, { ...params, ...body })),
    ),
    bind(listEarnings, async ({ db, actor, query }) => await listEarningsOf(db, actor.uid, query)),
  ]
}

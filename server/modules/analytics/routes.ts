import * as analytics from '#contracts/analytics.endpoints.ts'
import { asksForCsv } from '#server/platform/http/asks-for-csv.ts'
import { bind, type Route, type Context } from '#server/platform/http/bind.ts'
import type { StaleReads } from '#server/platform/stale-reads/stale-reads.ts'
import { breakdownCsv, summaryCsv, timeseriesCsv } from './analytics-csv.ts'
import { analyticsBreakdown } from './breakdown.ts'
import { publicTotals } from './public-totals.ts'
import { analyticsSummary } from './summary.ts'
import { analyticsTimeseries } from './timeseries.ts'

/** The endpoints of contracts/analytics.endpoints.ts. */
export function analyticsRoutes(reads: StaleReads): Route[] {
  const totals = publicTotals()
  return [
    bind(analytics.getAnalyticsSummary, async (ctx) =>
      asked(
        ctx,
        'summary',
        await reads.read('analytics', ctx.request, (db) => analyticsSummary(db, ctx.actor, ctx.query)),
        summaryCsv,
      ),
    ),
    bind(analytics.getAnalyticsTimeseries, async (ctx) =>
      asked(
        ctx,
        'timeseries',
        await reads.read('analytics', ctx.request, (db) => analyticsTimeseries(db, ctx.actor, ctx.query)),
        timeseriesCsv,
      ),
    ),
    bind(analytics.getAnalyticsBreakdown, async (ctx) => {
      // A file has every row.
      const limit = wantsCsv(ctx) ? Infinity : ctx.query.limit
      const answer = await reads.read('analytics', ctx.request, (db) =>
        analyticsBreakdown(db, ctx.actor, { ...ctx.query, limit }),
      )
      return asked(ctx, `by-${ctx.query.by}`, answer, breakdownCsv)
    }),
    bind(analytics.getPublicAnalytics, ({ request }) =>
      totals(async (count) => await reads.read('public-totals', request, count)),
    ),
  ]
}

type Asking = Pick<Context, 'request' | 'reply'>

function wantsCsv({ request }: Asking): boolean {
  return asksForCsv(request.headers.accept)
}

/** The answer as it is, or as a file for who asks for one. */
function asked<Answer>(ctx: Asking, name: string, answer: Answer, csvOf: (answer: Answer) => string): Answer {
  ctx.reply.header('vary', 'accept')
  if (!wantsCsv(ctx)) return answer
  ctx.reply.type('text/csv; charset=utf-8')
  ctx.reply.header('content-disposition', `attachment; filename="crels-${name}.csv"`)
  return ctx.reply.send(csvOf(answer)) as never
}

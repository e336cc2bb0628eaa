import { getInsight, listInsightCampaigns } from '#contracts/operator-insight.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { countInsight, recountDaysMax, type InsightDeps } from './count-insight.ts'
import { insightCampaignPage } from './insight-campaigns.ts'
import { showInsight } from './show-insight.ts'

/** A period as operators see it: sign-ups, activation, clicks, conversions and what they cost, by day and by campaign. */
export function insightModule(
  { db }: Platform,
  { verifiedAmong }: Pick<InsightDeps, 'verifiedAmong'>,
): Module {
  return {
    routes: [
      bind(
        getInsight,
        async (ctx) => await showInsight(ctx.db, ctx.query, { knowsVerified: verifiedAmong !== null }),
      ),
      bind(listInsightCampaigns, async (ctx) => await insightCampaignPage(ctx.db, ctx.query)),
    ],
    jobs: [
      job({
        name: 'count-insight',
        doc: 'Counts sign-ups, clicks, conversions and their cost by quarter of an hour and campaign, for Insight.',
        cron: '* * * * *',
        retryLimit: 0,
        run: async () => await countInsight({ db, verifiedAmong }),
      }),
      job({
        name: 'recount-insight',
        doc: `Counts the last ${recountDaysMax} days of it again: clicks that came late are in it then.`,
        cron: '25 2 * * *',
        run: async () => await countInsight({ db, verifiedAmong }, { recountDays: recountDaysMax }),
      }),
    ],
  }
}

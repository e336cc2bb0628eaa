import type { Logger } from 'pino'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { advanceCampaigns } from './advance-campaigns.ts'
import { refreshPopularity } from './refresh-popularity.ts'
import { refreshSearchTerms } from './spelling-correction.ts'
import { sendCampaignNews } from './send-campaign-news.ts'

/** What runs by itself for campaigns. */
export function campaignJobs({ db, log }: { db: Db; log: Logger }): Job[] {
  return [
    job({
      name: 'advance-campaigns',
      doc: 'Begins, ends, exhausts and revives campaigns as time and budget say, and ends applications to those that are over.',
      cron: '* * * * *',
      run: async () => await advanceCampaigns(db, { log }),
    }),
    job({
      name: 'refresh-popularity',
      doc: 'Ranks running campaigns by the clicks and joins of 14 days.',
      cron: '*/10 * * * *',
      run: async () => await refreshPopularity(db),
    }),
    job({
      name: 'refresh-search-terms',
      doc: 'Notes the words of running campaigns, for searches with a slip of the finger.',
      cron: '*/10 * * * *',
      run: async () => await inTransaction(db, refreshSearchTerms),
    }),
    job({
      name: 'send-campaign-news',
      doc: 'Notifies members who asked for it of new campaigns they could join, at most once in seven days.',
      cron: '41 9 * * *',
      run: async () => ({ notified: await sendCampaignNews(db, { log }) }),
    }),
  ]
}

import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { advanceCampaigns } from './advance-campaigns.ts'
import { refreshPopularity } from './refresh-popularity.ts'

/** What runs by itself for campaigns. */
export function campaignJobs(db: Db): Job[] {
  return [
    job({
      name: 'advance-campaigns',
      doc: 'Begins, ends, exhausts and revives campaigns as time and budget say.',
      cron: '* * * * *',
      run: async () => await advanceCampaigns(db),
    }),
    job({
      name: 'refresh-popularity',
      doc: 'Ranks running campaigns by the clicks and joins of 14 days.',
      cron: '*/10 * * * *',
      run: async () => await refreshPopularity(db),
    }),
  ]
}

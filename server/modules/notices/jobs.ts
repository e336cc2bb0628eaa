import { job, type Job } from '#server/platform/jobs.ts'
import { sendNotices, type NoticeDeps } from './send-notices.ts'

/** The job of notices. */
export function noticeJobs(deps: NoticeDeps): Job[] {
  return [
    job({
      name: 'send-notices',
      doc: 'Mails members what was decided about them: answers, changed terms, removals.',
      cron: '* * * * *',
      // The next minute comes sooner than most retries.
      retryLimit: 0,
      run: async () => ({ sent: await sendNotices(deps) }),
    }),
  ]
}

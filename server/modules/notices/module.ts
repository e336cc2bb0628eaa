import { unsubscribeUrl } from '#server/modules/accounts/public.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { noticeErasure } from './notify-members.ts'
import { sendNotices, type NoticeDeps } from './send-notices.ts'

/** Mails about decisions that other modules made. */
export function noticesModule({ config, db, log, secret, mailer }: Platform): Module {
  const { publicOrigin } = config
  return {
    jobs: noticeJobs({
      db,
      log,
      mailer,
      publicOrigin,
      unsubscribeUrl: (kind) => (uid) => unsubscribeUrl({ secret, publicOrigin }, { uid, kind }),
    }),
    erase: [noticeErasure(db)],
  }
}

/** The job of notices. */
function noticeJobs(deps: NoticeDeps): Job[] {
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

import { unsubscribeUrl } from '#server/modules/accounts/public.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { noticeJobs } from './jobs.ts'
import { noticeErasure } from './notify-members.ts'

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

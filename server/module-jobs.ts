import type { Logger } from 'pino'
import type { MailKind } from '#rules/mail-kinds.ts'
import type { Config } from './config.ts'
import { unsubscribeUrl } from './modules/accounts/public.ts'
import { campaignJobs } from './modules/campaigns/jobs.ts'
import { conversionJobs } from './modules/conversions/jobs.ts'
import { exchangeJobs } from './modules/exchange/jobs.ts'
import { ledgerJobs } from './modules/ledger/jobs.ts'
import type { Reconciliation } from './modules/ledger/public.ts'
import { linkJobs } from './modules/links/jobs.ts'
import { noticeJobs } from './modules/notices/jobs.ts'
import { pointsJobs } from './modules/points/jobs.ts'
import { redemptionJobs, type RedemptionDeps } from './modules/redemptions/public.ts'
import { friendJobs } from './modules/rewards/friend-jobs.ts'
import { shareJobs } from './modules/rewards/share-jobs.ts'
import { webhookJobs } from './modules/webhooks/jobs.ts'
import type { SharedClock } from './platform/clock.ts'
import type { Db } from './platform/database.ts'
import type { Job } from './platform/jobs.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Secret } from './platform/secret.ts'

/** What the jobs of the modules work with. */
export interface ModuleJobDeps {
  config: Config
  db: Db
  clock: SharedClock
  log: Logger
  secret: Secret
  mailer: Mailer
  redemptions: RedemptionDeps
  /** Hears what each reconciliation found. */
  reconciled: (result: Reconciliation) => void
}

/** The jobs of every module; those of the platform, of access and of account deletion are app.ts's. */
export function moduleJobs(deps: ModuleJobDeps): Job[] {
  const { config, db, clock, log, secret, mailer, redemptions, reconciled } = deps
  const { publicOrigin } = config
  const unsubscribe = (kind: MailKind) => (uid: string) =>
    unsubscribeUrl({ secret, publicOrigin }, { uid, kind })
  return [
    ...ledgerJobs(db, reconciled),
    ...linkJobs(db, clock, config.clickDays),
    ...campaignJobs({ db, mailer, publicOrigin, unsubscribeUrl: unsubscribe('campaign_news') }),
    ...conversionJobs({
      db,
      log,
      mailer,
      publicOrigin,
      unsubscribeUrl: unsubscribe('earning_unlocked'),
      clickLimits: config.clickLimits,
    }),
    ...noticeJobs({ db, log, mailer, publicOrigin, unsubscribeUrl: unsubscribe }),
    ...exchangeJobs(db),
    ...friendJobs(db, { log }),
    ...shareJobs(db, { log, limits: config.clickLimits }),
    ...pointsJobs({ db, mailer, publicOrigin, log, unsubscribeUrl: unsubscribe('points_expiring') }),
    ...redemptionJobs(db, redemptions),
    ...webhookJobs(db),
  ]
}

import type { Logger } from 'pino'
import type { Access } from './access.ts'
import type { Config } from './config.ts'
import {
  applyTombstones,
  accountDeletionJobs,
  accountDeletionRoutes,
  memberErasure,
  openTombstoneFile,
  type AccountDeletionDeps,
} from './modules/accounts/public.ts'
import { campaignErasure, enrolmentsUnderWay } from './modules/campaigns/public.ts'
import { claimErasure } from './modules/claims/public.ts'
import { conversionErasure } from './modules/conversions/public.ts'
import { balances, ledgerErasure } from './modules/ledger/public.ts'
import { linkErasure, workingLinks } from './modules/links/public.ts'
import { noticeErasure } from './modules/notices/public.ts'
import { pointsErasure } from './modules/points/public.ts'
import { hasUnderWay, redemptionErasure } from './modules/redemptions/public.ts'
import { checkInErasure, friendErasure, shareErasure } from './modules/rewards/public.ts'
import type { Countries } from './platform/country.ts'
import type { Db } from './platform/database.ts'
import type { Route } from './platform/http/bind.ts'
import type { Files } from './platform/files/stored-files.ts'
import { databaseLogErasure } from './platform/embedded-postgres/log-erasure.ts'
import { recordedAnswerErasure } from './platform/http/erase-recorded-answers.ts'
import type { Job, Jobs } from './platform/jobs.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Secret } from './platform/secret.ts'

/** Deletion of accounts over every module. */
export interface AccountDeletion {
  routes: Route[]
  jobs: Job[]
  deps: AccountDeletionDeps
  /** Deletes again whoever an old backup brought back; to be awaited before anyone is let in. */
  applyTombstones(): Promise<number>
}

/** Composes what members leave behind. A module that keeps anything of a member adds its part to the list. */
export function openAccountDeletion(options: {
  config: Pick<Config, 'dataDir'>
  db: Db
  secret: Secret
  mailer: Mailer
  enqueue: Jobs['add']
  access: Pick<Access, 'accountDeletion'>
  files: Files
  countries: Countries
  log: Logger
}): AccountDeletion {
  const { config, db, secret, mailer, enqueue, access, files, countries, log } = options
  const { erasure, recoverableUntil, ...identity } = access.accountDeletion
  const deps: AccountDeletionDeps = {
    db,
    secret,
    mailer,
    enqueue,
    ...identity,
    countries,
    tombstones: openTombstoneFile(config.dataDir),
    // In this order: earnings are settled before the accounts they would be paid to are closed.
    parts: [
      redemptionErasure(db),
      conversionErasure(db),
      claimErasure(db),
      ledgerErasure(db),
      campaignErasure(db),
      linkErasure(db),
      friendErasure(db),
      checkInErasure(db),
      shareErasure(db),
      pointsErasure(db),
      noticeErasure(db),
      recordedAnswerErasure(db),
      databaseLogErasure(config),
      erasure,
      memberErasure(db, files),
    ],
    blockedBy: async (reader, { uid, subject }) => {
      // When it is done is up to the operator.
      if (await hasUnderWay(reader, subject)) return { by: 'redemption', until: null }
      // Whoever changed the address may be a thief, who must not delete what its owner can still take back.
      const until = await recoverableUntil(uid)
      return until && { by: 'email_change', until }
    },
    belongings: async (reader, { uid, subject }) => {
      const { points, ...crels } = await balances(reader, subject)
      const campaigns = await enrolmentsUnderWay(reader, uid)
      return { crels, points, campaigns, links: await workingLinks(reader, uid) }
    },
  }
  return {
    routes: accountDeletionRoutes(deps),
    jobs: accountDeletionJobs(deps),
    deps,
    applyTombstones: async () => await applyTombstones(deps, log),
  }
}

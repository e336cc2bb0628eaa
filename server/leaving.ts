import type { Logger } from 'pino'
import type { Access } from './access.ts'
import type { Config } from './config.ts'
import {
  applyTombstones,
  leavingJobs,
  leavingRoutes,
  memberTraces,
  openTombstoneFile,
  type LeavingDeps,
} from './modules/accounts/public.ts'
import { campaignTraces, enrolmentsUnderWay } from './modules/campaigns/public.ts'
import { claimTraces } from './modules/claims/public.ts'
import { conversionTraces } from './modules/conversions/public.ts'
import { balances, ledgerTraces } from './modules/ledger/public.ts'
import { linkTraces, workingLinks } from './modules/links/public.ts'
import { noticeTraces } from './modules/notices/public.ts'
import { pointsTraces } from './modules/points/public.ts'
import { hasUnderWay, redemptionTraces } from './modules/redemptions/public.ts'
import { checkInTraces, friendTraces, shareTraces } from './modules/rewards/public.ts'
import type { Countries } from './platform/country.ts'
import type { Db } from './platform/database.ts'
import type { Route } from './platform/http/bind.ts'
import type { Files } from './platform/files/stored-files.ts'
import { databaseLogTraces } from './platform/embedded-postgres/log-traces.ts'
import { recordedAnswerTraces } from './platform/http/erase-recorded-answers.ts'
import type { Job, Jobs } from './platform/jobs.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Secret } from './platform/secret.ts'

/** Deletion of accounts over every module. */
export interface Leaving {
  routes: Route[]
  jobs: Job[]
  deps: LeavingDeps
  /** Deletes again whoever an old backup brought back; to be awaited before anyone is let in. */
  applyTombstones(): Promise<number>
}

/** Composes what members leave behind. A module that keeps anything of a member adds its part to the list. */
export function openLeaving(options: {
  config: Pick<Config, 'dataDir'>
  db: Db
  secret: Secret
  mailer: Mailer
  enqueue: Jobs['add']
  access: Pick<Access, 'leaving'>
  files: Files
  countries: Countries
  log: Logger
}): Leaving {
  const { config, db, secret, mailer, enqueue, access, files, countries, log } = options
  const { traces, recoverableUntil, ...identity } = access.leaving
  const deps: LeavingDeps = {
    db,
    secret,
    mailer,
    enqueue,
    ...identity,
    countries,
    tombstones: openTombstoneFile(config.dataDir),
    // In this order: earnings are settled before the accounts they would be paid to are closed.
    parts: [
      redemptionTraces(db),
      conversionTraces(db),
      claimTraces(db),
      ledgerTraces(db),
      campaignTraces(db),
      linkTraces(db),
      friendTraces(db),
      checkInTraces(db),
      shareTraces(db),
      pointsTraces(db),
      noticeTraces(db),
      recordedAnswerTraces(db),
      databaseLogTraces(config),
      traces,
      memberTraces(db, files),
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
    routes: leavingRoutes(deps),
    jobs: leavingJobs(deps),
    deps,
    applyTombstones: async () => await applyTombstones(deps, log),
  }
}

import { sql } from 'kysely'
import type { Module, Platform } from '#server/platform/module.ts'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { provingJob, registerProofGauge } from '#server/platform/reconciliation.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { findMailboxes } from './find-mailboxes.ts'
import { redemptionExport } from './export-redemptions.ts'
import { paypalReportRoute } from './paypal/paypal-reports.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { redemptionsProof } from './reconcile-redemptions.ts'
import { redemptionVersions } from './redemption-queries.ts'
import { redemptionRoutes } from './routes.ts'
import { notifyUsableDestinations } from './notify-usable-destinations.ts'
import { forgetMatches } from './screening/screening-queries.ts'
import { screenRedemptions } from './screening/screen-redemptions.ts'
import { lookUpPayouts } from './send-redemption.ts'
import { registerPayoutGauge } from './payout-gauge.ts'

/** Payouts of crels. */
export function redemptionsModule({ db, log, secret }: Platform, deps: RedemptionDeps): Module {
  return {
    routes: redemptionRoutes(deps),
    jobs: [...redemptionJobs(db, deps), provingJob({ db, log }, redemptionsProof)],
    erase: [redemptionErasure(db)],
    export: [redemptionExport(db, secret)],
    topicVersions: { redemptions: { by: 'party', versions: redemptionVersions } },
    metrics: (registry) => {
      registerPayoutGauge(registry, db)
      registerProofGauge(registry, db, redemptionsProof)
    },
    register: (server, { rateLimiter }) => {
      if (deps.paypal) paypalReportRoute(server, { db, log: deps.log, rateLimiter, ...deps.paypal })
    },
  }
}

/** The jobs of redemptions, beside the one that proves them. */
function redemptionJobs(db: Db, deps: RedemptionDeps): Job[] {
  return [
    job({
      name: 'look-up-payouts',
      doc: 'Asks providers for the outcome of payouts where it is open; sends none again.',
      cron: '*/5 * * * *',
      retryLimit: 0,
      run: async () => {
        const round = await lookUpPayouts(db, deps)
        // The log has each of them; a job that fails for an hour is an alert.
        if (round.unanswered > 0) throw new Error(`${round.unanswered} payouts could not be looked up`)
        return round
      },
    }),
    job({
      name: 'screen-redemptions',
      doc: 'Looks in lists of sanctions for members who are to be paid, where they are set up.',
      cron: '* * * * *',
      retryLimit: 0,
      run: async () => await screenRedemptions(db, deps),
    }),
    job({
      name: 'find-mailboxes',
      doc: 'Looks whose mailbox a destination is that was added before Crels kept it.',
      cron: '* * * * *',
      retryLimit: 0,
      run: async () => ({ found: await findMailboxes(db, deps) }),
    }),
    job({
      name: 'notify-usable-destinations',
      doc: 'Notifies members who asked for it that a new payout destination can be used.',
      cron: '* * * * *',
      retryLimit: 0,
      run: async () => ({ notified: await notifyUsableDestinations(db, deps) }),
    }),
  ]
}

/**
 * What stays of redemptions when a member leaves: that they were, under the party. Where the dollars went to, and in
 * words why one was rejected, failed or came back, is erased. Nothing is under way then: that keeps a member from
 * leaving.
 */
function redemptionErasure(db: Db): MemberErasure {
  return {
    name: 'redemptions',
    erase: async ({ uid, party }) => {
      await forgetMatches(db, party)
      await sql`
        update redemption_event e set reason = null
        from redemption r where r.id = e.redemption_id and r.party = ${party} and e.reason is not null`.execute(
        db,
      )
      await sql`
        update payout_mismatch m set detail = ''
        from redemption r where r.id = m.redemption_id and r.party = ${party} and m.said = 'failed' and m.detail <> ''`.execute(
        db,
      )
      await sql`
        update redemption set uid = party, destination_hint = null, reason = null where uid = ${uid}`.execute(
        db,
      )
      await sql`delete from payout_destination where uid = ${uid}`.execute(db)
      await sql`delete from payout_stop where uid = ${uid}`.execute(db)
    },
  }
}

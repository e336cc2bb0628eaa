import { registerOutcomeGauge } from '#server/platform/job-metrics.ts'
import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import type { OperatorAccessDeps } from './access/access-deps.ts'
import { operatorAccountRoutes, operatorSessionRoutes } from './access/access-routes.ts'
import { mailCodeJob, mailCodeOfAttempt } from './access/mail-sign-in-code.ts'
import { deleteOldGuesses } from './access/operator-guesses.ts'
import { deleteEndedSessions } from './access/operator-sessions.ts'
import { auditProofJob } from './audit-proof.ts'
import { actExport } from './export-acts.ts'
import { forgetActsOn } from './four-eyes/pending-act-queries.ts'
import { allFourEyesActs, pendingActRoutes, type ForeignActs } from './four-eyes/pending-act-routes.ts'
import { runDueActs } from './four-eyes/run-due-acts.ts'
import { auditRoutes } from './audit-routes.ts'
import { operatorKeyRoutes, operatorRoutes } from './routes.ts'
import { destroyMemberKey } from './member-values.ts'

/** Who operates the installation, and the log of what they do. */
export function operatorsModule(
  { db, log }: Platform,
  access: OperatorAccessDeps,
  foreignActs: ForeignActs,
): Module {
  return {
    routes: [
      ...operatorSessionRoutes(access),
      ...operatorAccountRoutes(access),
      ...operatorRoutes(access),
      ...operatorKeyRoutes(),
      ...auditRoutes(access),
      ...pendingActRoutes(access, foreignActs),
    ],
    jobs: [
      job({
        name: 'tidy-operator-access',
        doc: 'Removes sessions of the console that have ended, and old counts of wrong codes.',
        cron: '17 * * * *',
        run: async () => ({
          sessions: await deleteEndedSessions(db, access.sessionRules),
          counts: await deleteOldGuesses(access),
        }),
      }),
      job<{ sealed: string }>({
        name: mailCodeJob,
        doc: 'Mails the code with which an operator signs in to the console, where the address is one’s.',
        run: async ({ sealed }) => ({ mailed: await mailCodeOfAttempt(access, sealed) }),
      }),
      job({
        name: 'run-pending-acts',
        doc: 'Does what waited 24 hours for want of a second operator, and ends what nobody approved in 7 days, which is mailed.',
        cron: '*/5 * * * *',
        run: async () => await runDueActs(db, allFourEyesActs(foreignActs), access),
      }),
      auditProofJob({ db, log }),
    ],
    erase: [
      {
        name: 'operators',
        erase: async ({ uid }) => {
          await forgetActsOn(db, uid)
          await destroyMemberKey(db, uid)
        },
      },
    ],
    export: [actExport(db)],
    metrics: (registry) =>
      registerOutcomeGauge(registry, db, {
        job: 'check-audit-log',
        name: 'crels_audit',
        help: 'The last check of the log of acts: what was read, and what is wrong.',
        values: ({ entries, broken, different }: Record<'entries' | 'broken' | 'different', number>) => ({
          entries,
          broken,
          different,
        }),
      }),
  }
}

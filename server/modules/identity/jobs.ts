import { job, type Job } from '#server/platform/jobs.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { deleteExpired } from './identity-queries.ts'
import { mailAccountAction } from './mail-account-action.ts'
import { deleteRetiredKeys } from './signing-key-queries.ts'
import { keyDays } from './signing-keys.ts'
import { deleteOldSecrets } from './session-secret.ts'
import { deleteOldSignIns } from './outside/firebase-session.ts'
import { deleteExpiredOutside } from './outside/oidc-session-queries.ts'
import { actionMailJob, type ActionMailWish } from './request-action-mail.ts'

export function identityJobs(identity: IdentityDeps): Job[] {
  return [
    job({
      name: 'identity-expiry',
      doc: 'Removes sessions, codes, links, counts of attempts and signing keys that have expired.',
      cron: '17 * * * *',
      run: async () => ({
        deleted:
          (await deleteExpired(identity.identityDb, identity.sessionRules)) +
          (await deleteOldSecrets(identity.identityDb)) +
          (await deleteExpiredOutside(identity.identityDb, identity.sessionRules)) +
          (await deleteOldSignIns(identity.identityDb, identity.sessionRules)) +
          (await deleteRetiredKeys(identity.identityDb, { olderThanDays: keyDays.published })),
      }),
    }),
    job<{ sealed: string }>({
      name: actionMailJob,
      doc: 'Mails the link that resets a password or signs in, or that there is no such account.',
      run: async ({ sealed }) => {
        const wish = JSON.parse(identity.secret.open(actionMailJob, 'job', sealed)) as ActionMailWish
        await mailAccountAction(identity, wish)
      },
    }),
  ]
}

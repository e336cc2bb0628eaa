import { sql } from 'kysely'
import { job, type Job } from '#server/platform/jobs.ts'
import { inLanguage } from '#server/platform/language.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { IdentityDb } from './identity-queries.ts'
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
        await inLanguage(wish.language, async () => await mailAccountAction(identity, wish))
      },
    }),
  ]
}

/** Removes what has expired; answers how many rows. */
async function deleteExpired(db: IdentityDb, { lifetimeDays }: { lifetimeDays: number }): Promise<number> {
  const results = [
    await sql`
      delete from auth_session
      where expires_at < now() or created_at < now() - make_interval(days => ${lifetimeDays})`.execute(db),
    await sql`delete from auth_verification where expires_at < now()`.execute(db),
    // A voided one still says when the last mail was sent.
    await sql`delete from action_code where expires_at < now() and sent_at < now() - interval '1 hour'`.execute(
      db,
    ),
    await sql`delete from action_link where expires_at < now() - interval '7 days'`.execute(db),
    await sql`delete from device_proof where last_used_at < now() - interval '400 days'`.execute(db),
    await sql`delete from limit_count where window_ends_at < now()`.execute(db),
    await sql`delete from pending_sign_in where expires_at < now()`.execute(db),
    await sql`delete from passkey_challenge where expires_at < now()`.execute(db),
    await sql`
      delete from authenticator
      where confirmed_at is null and created_at < now() - interval '1 hour'`.execute(db),
  ]
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n), 0)
}

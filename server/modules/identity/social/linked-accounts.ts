import { sql } from 'kysely'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { lockIdentityUser, type IdentityDb } from '../identity-queries.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { requireLivingSession, requireRecentProof } from '../recent-proof.ts'
import { writeToUs } from '#server/platform/mail/compose-mail.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import type { SocialProvider } from './social-providers.ts'

/** The account that a person at a provider signs in to; undefined where there is none yet. */
export async function findLinked(tx: IdentityDb, issuer: string, sub: string): Promise<string | undefined> {
  const { rows } = await sql<{ uid: string }>`
    select user_id as uid from auth_account where provider_id = ${issuer} and account_id = ${sub}`.execute(tx)
  return rows[0]?.uid
}

/** The providers that are set up and sign in to this account, in the order of the buttons. */
export async function linkedProviders(
  { identityDb, providers }: Pick<IdentityDeps, 'identityDb' | 'providers'>,
  uid: string,
): Promise<SocialProvider[]> {
  const { rows } = await sql<{ issuer: string }>`
    select distinct provider_id as issuer from auth_account
    where user_id = ${uid} and provider_id <> 'credential'`.execute(identityDb)
  const issuers = new Set(rows.map(({ issuer }) => issuer))
  return providers.filter(({ issuer }) => issuers.has(issuer))
}

/**
 * Takes a provider's way into the account away, and mails the member where the address is verified. A mailed link
 * always stays, so a member never locks themselves out. Nothing happens where there is none. Throws
 * `requires_recent_login` and `user_token_expired`.
 */
export async function unlinkProvider(
  identity: IdentityDeps,
  actor: { uid: string; sessionId: string; asker: Asker },
  id: string,
): Promise<void> {
  const { identityDb, providers, mailer, publicOrigin } = identity
  const provider = providers.find((one) => one.id === id)
  await requireRecentProof(identityDb, actor.sessionId)
  if (!provider) return
  await identityDb.transaction().execute(async (tx) => {
    const user = await lockIdentityUser(tx, actor.uid)
    if (!user) throw problem('user_deleted')
    await requireLivingSession(tx, actor.sessionId)
    const { numAffectedRows } = await sql`
      delete from auth_account where user_id = ${actor.uid} and provider_id = ${provider.issuer}`.execute(tx)
    if (numAffectedRows === 0n) return
    await recordSecurityEvent(tx, actor.uid, 'social_unlinked')
    // An address that was never verified may be a stranger's.
    if (!user.emailVerified) return
    await mailAccount(tx, mailer, actor.uid, () =>
      unlinkedMail(user.email, { provider: provider.name, asker: actor.asker, publicOrigin }),
    )
  })
}

function unlinkedMail(
  to: string,
  { provider, asker, publicOrigin }: { provider: string; asker: Asker; publicOrigin: string },
) {
  const content = {
    to,
    subject: m.mail_social_unlinked_subject({ provider }),
    lines: [m.mail_social_unlinked_hello({ provider })],
    action: { label: m.mail_social_unlinked_action(), url: `${publicOrigin}${paths.resetPassword}` },
    notes: [m.mail_social_unlinked_not_you()],
    link: writeToUs(publicOrigin),
  }
  return composeChangeMail(content, asker)
}

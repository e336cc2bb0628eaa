import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { emailAddress } from '#contracts/shapes.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { requireOpen } from '#server/modules/pauses/public.ts'
import { newId } from '#server/platform/ids.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import {
  isEmailReserved,
  lockIdentityUser,
  lockIdentityUserByEmail,
  markEmailVerified,
  type IdentityDb,
} from '../identity-queries.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { requireLastingEmail } from '../lasting-email.ts'
import { provedAccount, type AccountProof } from '../sign-in-by-link.ts'
import { endWaysIn } from '../ways-in.ts'
import { writeToUs } from '#server/platform/mail/compose-mail.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import { findLinked } from './linked-accounts.ts'
import type { SocialUser } from './oauth-users.ts'
import type { SocialProvider } from './social-providers.ts'
import { SocialRefused } from './social-refusal.ts'

/** The account of a person at a provider, and whether its address is yet to be verified. */
export interface SocialAccount extends AccountProof {
  isNew: boolean
  /** Whether this sign-in verified the address, which ended what was there before. */
  isFirstProof: boolean
  emailVerified: boolean
}

/**
 * The account of a provider's user, by issuer and subject. The first time it is linked to the account that has the
 * same address if both sides have verified it, and its owner is mailed; otherwise one is made. Refuses with
 * `account_exists` where the address has an account that must not be linked, and with `email_missing`. Throws
 * `invalid_email` for a throw-away address, where the operator wants none, and `sign_up_paused`.
 */
export async function accountOfSocialUser(
  identity: IdentityDeps,
  provider: SocialProvider,
  user: SocialUser,
  asker: Asker,
): Promise<SocialAccount> {
  // Of callbacks at the same moment one makes the account or the link, and the others find it.
  for (let round = 0; ; round++) {
    try {
      return await identity.identityDb
        .transaction()
        .execute(async (tx) => await findOrMake(tx, identity, { provider, asker }, user))
    } catch (error) {
      if ((error as { code?: string }).code !== '23505' || round === 2) throw error
    }
  }
}

async function findOrMake(
  tx: IdentityDb,
  identity: IdentityDeps,
  { provider: { issuer, name }, asker }: { provider: SocialProvider; asker: Asker },
  user: SocialUser,
): Promise<SocialAccount> {
  const email = addressOf(user)
  const linkedUid = await findLinked(tx, issuer, user.sub)
  if (linkedUid !== undefined)
    return await known(tx, linkedUid, {
      issuer,
      sub: user.sub,
      verifiedEmail: user.emailVerified ? email : null,
    })
  if (email === null) throw new SocialRefused('email_missing')
  const existing = await lockIdentityUserByEmail(tx, email)
  if (existing) {
    if (!existing.emailVerified || !user.emailVerified) throw new SocialRefused('account_exists')
    await link(tx, existing.uid, issuer, user.sub)
    await recordSecurityEvent(tx, existing.uid, 'social_linked')
    await mailAccount(tx, identity.mailer, existing.uid, () =>
      linkedMail(existing.email, { provider: name, asker, publicOrigin: identity.publicOrigin }),
    )
    return {
      ...(await provedAccount(tx, existing.uid)),
      isNew: false,
      isFirstProof: false,
      emailVerified: true,
    }
  }
  // An account that was made since then is not asked for here: the insert meets it, and the next round finds it.
  if (await isEmailReserved(tx, email)) throw new SocialRefused('account_exists')
  await requireOpen(identity.db, 'sign-up')
  requireLastingEmail(identity, email)
  const uid = await insertUser(tx, { ...user, email })
  await link(tx, uid, issuer, user.sub)
  return {
    ...(await provedAccount(tx, uid)),
    isNew: true,
    isFirstProof: false,
    emailVerified: user.emailVerified,
  }
}

/**
 * Of an account linked before. An address that the provider has verified meanwhile is, if it is still the account's; as
 * its first proof that ends every way in but the one it came by.
 */
async function known(
  tx: IdentityDb,
  uid: string,
  { verifiedEmail, ...link }: { issuer: string; sub: string; verifiedEmail: string | null },
): Promise<SocialAccount> {
  const user = await lockIdentityUser(tx, uid)
  const isFirstProof = user !== undefined && !user.emailVerified && user.email === verifiedEmail
  if (isFirstProof) {
    await endWaysIn(tx, uid, 'address_proved', { retainedLink: link })
    await markEmailVerified(tx, uid, user.email)
  }
  return {
    ...(await provedAccount(tx, uid)),
    isNew: false,
    isFirstProof,
    emailVerified: isFirstProof || (user?.emailVerified ?? false),
  }
}

/** The address if it is one that we would accept ourselves, in lower case. */
function addressOf({ email }: SocialUser): string | null {
  const parsed = emailAddress.safeParse(email)
  return parsed.success ? parsed.data.toLowerCase() : null
}

/** Nothing of the provider's is kept but the subject: no token. */
async function link(tx: IdentityDb, uid: string, issuer: string, sub: string): Promise<void> {
  await sql`
    insert into auth_account (id, account_id, provider_id, user_id, created_at, updated_at)
    values (${randomUUID()}, ${sub}, ${issuer}, ${uid}, now(), now())`.execute(tx)
}

async function insertUser(
  tx: IdentityDb,
  { email, emailVerified, name }: SocialUser & { email: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into auth_user (id, name, email, email_verified, created_at, updated_at)
    values (${newId('member')}, ${displayNameOf(name)}, ${email}, ${emailVerified}, now(), now())
    returning id`.execute(tx)
  return rows[0]!.id
}

/** As a person may call themselves here: at most 60 characters, none of them invisible. */
function displayNameOf(name: string | null): string {
  const visible = (name ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return [...visible].slice(0, 60).join('').trim()
}

function linkedMail(
  to: string,
  { provider, asker, publicOrigin }: { provider: string; asker: Asker; publicOrigin: string },
) {
  const content = {
    to,
    subject: m.mail_social_linked_subject({ provider }),
    lines: [m.mail_social_linked_hello({ provider })],
    action: { label: m.mail_social_linked_action(), url: `${publicOrigin}${paths.resetPassword}` },
    notes: [m.mail_social_linked_not_you({ provider })],
    link: writeToUs(publicOrigin),
  }
  return composeChangeMail(content, asker)
}

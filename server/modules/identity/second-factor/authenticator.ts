import { m } from '#messages'
import type { AuthenticatorSetup, NewRecoveryCodes } from '#contracts/second-factor.schemas.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import { factorDevice, recordFactorDevice } from '../device-proof.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { lockIdentityUser } from '../identity-queries.ts'
import { recordSecurityEvent } from '../security-events.ts'
import type { Caller } from '../session-cookie.ts'
import { openTotpSecret, sealTotpSecret, wrongCode } from './check-factor.ts'
import { countFactorGuess, forgetFactorGuess } from './factor-guesses.ts'
import { authenticatorRemovedMail, mailFactorAdded } from './factor-mails.ts'
import {
  activateAuthenticator,
  deleteAuthenticator,
  findAuthenticator,
  hasSecondFactor,
  insertAuthenticator,
} from './factor-queries.ts'
import { endSecondStep, giveRecoveryCodes, newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { requireFactorChange } from './require-factor.ts'
import { newTotpSecret, stepOfCode, totpUri } from '#server/platform/totp.ts'
import { requireLivingSession } from '../recent-proof.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'

interface Actor {
  uid: string
  email: string
  sessionId: string
}

/** The same, with what their mail says of who asked. */
type AskingActor = Actor & { asker: Asker }

/**
 * A new secret for an authenticator app; it asks for nothing until a code of it is confirmed, within an hour. Throws
 * `requires_recent_login`, `requires_second_factor` and `authenticator_exists`.
 */
export async function startAuthenticator(identity: IdentityDeps, actor: Actor): Promise<AuthenticatorSetup> {
  const { identityDb, publicOrigin } = identity
  await requireFactorChange(identityDb, actor)
  const secret = newTotpSecret()
  const sealed = sealTotpSecret(identity.secret, actor.uid, secret)
  if (!(await insertAuthenticator(identityDb, actor.uid, sealed))) throw problem('authenticator_exists')
  return { secret, uri: totpUri(secret, { issuer: new URL(publicOrigin).host, account: actor.email }) }
}

/**
 * Adds the authenticator app by a code of it; from now on every sign-in has a second step. With the first second factor
 * come recovery codes. Throws `invalid_verification_code`, `too_many_requests`, `authenticator_missing`,
 * `authenticator_exists`, `requires_recent_login` and `requires_second_factor`.
 */
export async function confirmAuthenticator(
  identity: IdentityDeps,
  actor: Actor,
  { code }: { code: string },
  caller: Pick<Caller, 'deviceToken' | 'userAgent' | 'country'>,
): Promise<NewRecoveryCodes> {
  const { identityDb, hasher } = identity
  const { uid } = actor
  await requireFactorChange(identityDb, actor)
  const guesser = { uid, browser: await factorDevice(identity, uid, caller) }
  await countFactorGuess(identity, guesser, 'authenticator')
  const found = await findAuthenticator(identityDb, uid)
  if (!found) throw problem('authenticator_missing')
  if (found.addedAt) throw problem('authenticator_exists')
  const text = openTotpSecret(identity.secret, uid, found.secretSealed)
  if (text === undefined) throw problem('authenticator_missing')
  const step = stepOfCode(text, code, found.nowMs)
  if (step === null) throw wrongCode()
  const codes = await newRecoveryCodes(hasher)
  const recoveryCodes = await identityDb.transaction().execute(async (tx) => {
    const user = await lockIdentityUser(tx, uid)
    if (!user) throw problem('user_deleted')
    await requireLivingSession(tx, actor.sessionId)
    const { secretSealed } = found
    if (!(await activateAuthenticator(tx, uid, { secretSealed, step })))
      throw problem('authenticator_missing')
    const given = await giveRecoveryCodes(tx, uid, codes)
    await recordSecurityEvent(tx, uid, 'authenticator_added')
    await mailFactorAdded(tx, identity, {
      user,
      asker: caller,
      fact: m.mail_factor_authenticator_added,
      consequence: m.mail_factor_step_on,
    })
    return given
  })
  await forgetFactorGuess(identity, guesser, 'authenticator')
  await recordFactorDevice(identity, uid, caller)
  return { recoveryCodes }
}

/** Removes the authenticator app; nothing happens where there is none. Throws as `requireFactorChange` does. */
export async function removeAuthenticator(identity: IdentityDeps, actor: AskingActor): Promise<void> {
  const { identityDb, mailer, publicOrigin } = identity
  const { uid } = actor
  await requireFactorChange(identityDb, actor)
  await identityDb.transaction().execute(async (tx) => {
    await lockIdentityUser(tx, uid)
    await requireLivingSession(tx, actor.sessionId)
    if (!(await deleteAuthenticator(tx, uid))) return
    const isLast = !(await hasSecondFactor(tx, uid))
    if (isLast) await endSecondStep(tx, uid)
    await recordSecurityEvent(tx, uid, 'authenticator_removed')
    await mailAccount(tx, mailer, uid, () => authenticatorRemovedMail(actor, { isLast, publicOrigin }))
  })
}

/**
 * Ten new recovery codes in place of those from before; mailed as a new second factor is, since they are one. Throws `second_factor_missing` without a second factor, and as
 * `requireFactorChange` does.
 */
export async function makeRecoveryCodes(
  identity: IdentityDeps,
  actor: AskingActor,
): Promise<{ recoveryCodes: string[] }> {
  const { identityDb, hasher } = identity
  const { uid, asker } = actor
  await requireFactorChange(identityDb, actor)
  const codes = await newRecoveryCodes(hasher)
  await identityDb.transaction().execute(async (tx) => {
    const user = await lockIdentityUser(tx, uid)
    if (!user) throw problem('user_deleted')
    await requireLivingSession(tx, actor.sessionId)
    if (!(await hasSecondFactor(tx, uid))) throw problem('second_factor_missing')
    await replaceRecoveryCodes(tx, uid, codes)
    await recordSecurityEvent(tx, uid, 'recovery_codes_made')
    await mailFactorAdded(tx, identity, {
      user,
      asker,
      fact: m.mail_factor_codes_made,
      consequence: m.mail_factor_codes_old,
    })
  })
  return { recoveryCodes: codes.readable }
}

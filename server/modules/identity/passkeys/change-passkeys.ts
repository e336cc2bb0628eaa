import { m } from '#messages'
import type { PasskeyRegistration } from '#contracts/passkey-shapes.ts'
import type * as answers from '#contracts/passkeys.schemas.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import { deviceName } from '#server/platform/device-name.ts'
import { creationOptions } from '#server/platform/webauthn.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { findIdentityUser, lockIdentityUser } from '../identity-queries.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { requireLivingSession } from '../recent-proof.ts'
import { mailFactorAdded, passkeyRemovedMail } from '../second-factor/factor-mails.ts'
import { hasSecondFactor } from '../second-factor/factor-queries.ts'
import { endSecondStep, giveRecoveryCodes, newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { requireFactorChange } from '../second-factor/require-factor.ts'
import { newChallenge, type ChallengeUse } from './passkey-challenge.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  setPasskeyName,
  type Passkey,
} from './passkey-queries.ts'
import { verifyRegistration } from './verify-passkey.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'

/** Passkeys that an account may have. */
const maxPasskeys = 10

interface Actor {
  uid: string
  email: string
  sessionId: string
}

/** The same, with what their mail says of who asked. */
type AskingActor = Actor & { asker: Asker }

/**
 * What the browser makes a passkey by. Throws `requires_recent_login`, `requires_second_factor` and
 * `too_many_passkeys`.
 */
export async function startPasskey(identity: IdentityDeps, actor: Actor): Promise<answers.PasskeyCreation> {
  const { identityDb } = identity
  const { uid, email } = actor
  await requireFactorChange(identityDb, actor)
  const known = await listPasskeys(identityDb, uid)
  if (known.length >= maxPasskeys) throw problem('too_many_passkeys')
  const name = (await findIdentityUser(identityDb, uid))?.name
  return creationOptions(identity, {
    challenge: await newChallenge(identityDb, useOf(actor)),
    known,
    user: { id: uid, name: email, displayName: name || email },
  })
}

/**
 * Adds a passkey that the browser made, under the name of this device; with the first second factor come recovery codes.
 * Throws `invalid_passkey`, `passkey_exists`, `too_many_passkeys`, `requires_recent_login` and `requires_second_factor`.
 */
export async function addPasskey(
  identity: IdentityDeps,
  actor: Actor,
  { passkey }: { passkey: PasskeyRegistration },
  asker: Asker,
): Promise<answers.NewPasskey> {
  const { identityDb, hasher } = identity
  const { uid } = actor
  await requireFactorChange(identityDb, actor)
  const made = {
    ...(await verifyRegistration(identity, passkey, useOf(actor))),
    name: nameOf(asker.userAgent),
  }
  const codes = await newRecoveryCodes(hasher)
  return await identityDb.transaction().execute(async (tx) => {
    const user = await lockIdentityUser(tx, uid)
    if (!user) throw problem('user_deleted')
    await requireLivingSession(tx, actor.sessionId)
    if ((await listPasskeys(tx, uid)).length >= maxPasskeys) throw problem('too_many_passkeys')
    const added = await insertPasskey(tx, uid, made)
    if (!added) throw problem('passkey_exists')
    const recoveryCodes = await giveRecoveryCodes(tx, uid, codes)
    await recordSecurityEvent(tx, uid, 'passkey_added')
    await mailFactorAdded(tx, identity, {
      user,
      asker,
      fact: m.mail_factor_passkey_added,
      consequence: () => m.mail_factor_passkey_on({ name: made.name }),
    })
    return { passkey: passkeyView(added), recoveryCodes }
  })
}

/** Gives a passkey another name. Throws `not_found`. */
export async function renamePasskey(
  { identityDb }: Pick<IdentityDeps, 'identityDb'>,
  { uid }: Pick<Actor, 'uid'>,
  renamed: { id: string; name: string },
): Promise<void> {
  if (!(await setPasskeyName(identityDb, uid, renamed))) throw problem('not_found')
}

/** Removes a passkey, which opens nothing from then on. Throws `not_found`, and as `requireFactorChange` does. */
export async function removePasskey(identity: IdentityDeps, actor: AskingActor, id: string): Promise<void> {
  const { identityDb, mailer, publicOrigin } = identity
  const { uid } = actor
  await requireFactorChange(identityDb, actor)
  await identityDb.transaction().execute(async (tx) => {
    await lockIdentityUser(tx, uid)
    await requireLivingSession(tx, actor.sessionId)
    const name = await deletePasskey(tx, uid, id)
    if (name === undefined) throw problem('not_found')
    const isLast = !(await hasSecondFactor(tx, uid))
    if (isLast) await endSecondStep(tx, uid)
    await recordSecurityEvent(tx, uid, 'passkey_removed')
    await mailAccount(tx, mailer, uid, () => passkeyRemovedMail(actor, { name, isLast, publicOrigin }))
  })
}

/** A passkey as its member sees it. */
export function passkeyView({ id, name, backedUp, addedAt, lastUsedAt }: Passkey): answers.Passkey {
  return {
    id,
    name,
    backedUp,
    addedAt: addedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

function useOf({ uid, sessionId }: Actor): ChallengeUse {
  return { purpose: 'add', uid, boundTo: sessionId }
}

/** `Chrome on macOS`: the member may say better. */
function nameOf(userAgent: string): string {
  const { browser, system } = deviceName(userAgent)
  const name = browser && system ? m.security_device({ browser, system }) : (browser ?? system)
  return (name ?? m.security_passkey_unnamed()).slice(0, 60)
}

import type { FactorProof } from '#contracts/second-factor.schemas.ts'
import { mailAccount } from '#server/modules/accounts/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import { openUnlessLost, type Secret } from '#server/platform/secret.ts'
import { factorDevice } from '../device-proof.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { checkPasskey } from '../passkeys/check-passkey.ts'
import type { ChallengeUse } from '../passkeys/passkey-challenge.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'
import { findIdentityUser } from '../identity-queries.ts'
import { recordSecurityEvent } from '../security-events.ts'
import type { Caller } from '../session-cookie.ts'
import { countFactorGuess, forgetFactorGuess, type Guesser } from './factor-guesses.ts'
import { findAuthenticator, takeStep } from './factor-queries.ts'
import { recoveryCodeUsedMail } from './factor-mails.ts'
import { findRecoveryCode, recoveryCodesLeft, takeRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from '#server/platform/totp.ts'

/** The secrets of authenticator apps, for a rotation of SECRET. */
export const sealedAuthenticators: SealedColumn[] = [
  {
    table: 'identity.authenticator',
    idColumn: 'uid',
    column: 'secret_sealed',
    purpose: 'authenticator secret',
    contextOf: totpContext,
  },
]

function totpContext(uid: string): string {
  return `authenticator:${uid}`
}

/** Seals the secret of an account's authenticator app. */
export function sealTotpSecret(secret: Secret, uid: string, text: string): string {
  return secret.seal('authenticator secret', totpContext(uid), text)
}

/** The secret of an account's authenticator app; undefined where the key is gone that it was sealed by. */
export function openTotpSecret(secret: Secret, uid: string, sealed: string): string | undefined {
  return openUnlessLost(() => secret.open('authenticator secret', totpContext(uid), sealed))
}

/**
 * Checks a second factor of an account and uses it up: each code works once, and each challenge of a passkey, for what
 * it was made for. Throws `invalid_verification_code`, `invalid_passkey`, `too_many_requests`, and `authenticator_lost` for
 * an app whose codes cannot be checked any more: it stays a second factor, which another one proves.
 */
export async function checkFactor(
  identity: IdentityDeps,
  proof: FactorProof,
  use: ChallengeUse & { uid: string },
  caller: Pick<Caller, 'deviceToken' | 'userAgent' | 'country'>,
): Promise<void> {
  if ('passkey' in proof) return void (await checkPasskey(identity, proof.passkey, use))
  const { uid } = use
  const guesser = { uid, browser: await factorDevice(identity, uid, caller) }
  if ('code' in proof) await checkCode(identity, guesser, proof.code)
  else await checkRecoveryCode(identity, { ...guesser, asker: caller }, proof.recoveryCode)
}

async function checkCode(identity: IdentityDeps, guesser: Guesser, code: string): Promise<void> {
  const { uid } = guesser
  const { identityDb, secret } = identity
  await countFactorGuess(identity, guesser, 'authenticator')
  const found = await findAuthenticator(identityDb, uid)
  if (!found?.addedAt) throw wrongCode()
  const text = openTotpSecret(secret, uid, found.secretSealed)
  if (text === undefined) throw problem('authenticator_lost')
  const step = stepOfCode(text, code, found.nowMs)
  if (step === null || !(await takeStep(identityDb, uid, step))) throw wrongCode()
  await forgetFactorGuess(identity, guesser, 'authenticator')
}

async function checkRecoveryCode(
  identity: IdentityDeps,
  guesser: Guesser & { asker: Asker },
  typed: string,
): Promise<void> {
  const { uid, asker } = guesser
  const { identityDb, mailer, publicOrigin } = identity
  await countFactorGuess(identity, guesser, 'recovery_code')
  const found = await findRecoveryCode(identity, uid, typed)
  const used =
    found &&
    (await identityDb.transaction().execute(async (tx) => {
      if (!(await takeRecoveryCode(tx, uid, found.selector))) return false
      await recordSecurityEvent(tx, uid, 'recovery_code_used')
      const user = await findIdentityUser(tx, uid)
      const left = await recoveryCodesLeft(tx, uid)
      if (user)
        await mailAccount(tx, mailer, uid, () =>
          recoveryCodeUsedMail({ email: user.email, asker }, { left, publicOrigin }),
        )
      return true
    }))
  if (!used)
    throw problem('invalid_verification_code', {
      detail: 'That recovery code is not right, or it was used already.',
    })
  await forgetFactorGuess(identity, guesser, 'recovery_code')
}

/** The answer to a code that is wrong, or was used already. */
export function wrongCode() {
  return problem('invalid_verification_code', {
    detail: 'That code is not right. Enter the newest one of your authenticator app.',
  })
}

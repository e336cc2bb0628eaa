import { sql } from 'kysely'
import type { AuthenticatorSetup } from '#contracts/second-factor.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import { openUnlessLost } from '#server/platform/secret.ts'
import { newTotpSecret, stepOfCode, totpUri } from '#server/platform/totp.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import { countCode, forgetCode } from './operator-guesses.ts'

const purpose = 'operator authenticator'
const contextOf = (operatorId: string) => `operator-authenticator:${operatorId}`

/** The secrets of operators' authenticator apps, for a rotation of SECRET. */
export const sealedOperatorAuthenticators: SealedColumn[] = [
  {
    table: 'public.operator_authenticator',
    idColumn: 'operator_id',
    column: 'secret_sealed',
    purpose,
    contextOf,
  },
  {
    table: 'public.operator_invitation',
    idColumn: 'operator_id',
    column: 'authenticator_sealed',
    purpose,
    contextOf,
  },
]

/** The database's time in milliseconds: codes are of it, and not of a process's own clock. */
export const databaseNowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::float8`

export interface OperatorAuthenticator {
  sealed: string
  addedAt: Date | null
  lastUsedAt: Date | null
  nowMs: number
}

/** The operator's authenticator app; one that was not confirmed within an hour is none. */
export async function findAuthenticator(
  db: Db,
  operatorId: string,
): Promise<OperatorAuthenticator | undefined> {
  const { rows } = await sql<OperatorAuthenticator>`
    select secret_sealed as sealed, confirmed_at as "addedAt", last_used_at as "lastUsedAt",
      ${databaseNowMs} as "nowMs"
    from operator_authenticator
    where operator_id = ${operatorId} and (confirmed_at is not null or created_at > now() - interval '1 hour')`.execute(
    db,
  )
  return rows[0]
}

/** A new secret as its operator types or scans it, and as it is kept. */
export function newAuthenticator(
  { secret, publicOrigin }: Pick<OperatorAccessDeps, 'secret' | 'publicOrigin'>,
  { id, email }: { id: string; email: string },
): AuthenticatorSetup & { sealed: string } {
  const text = newTotpSecret()
  const issuer = `${new URL(publicOrigin).host} console`
  return {
    secret: text,
    uri: totpUri(text, { issuer, account: email }),
    sealed: secret.seal(purpose, contextOf(id), text),
  }
}

/**
 * The time step of a code of a secret that is being set up. Throws `invalid_verification_code`, `too_many_requests`, and
 * `authenticator_missing` where nobody opens the secret any more.
 */
export async function stepOfNewCode(
  deps: Pick<OperatorAccessDeps, 'db' | 'secret'>,
  operatorId: string,
  { sealed, code, nowMs }: Pick<OperatorAuthenticator, 'sealed' | 'nowMs'> & { code: string },
): Promise<number> {
  await countCode(deps, operatorId)
  const text = openedSecret(deps, operatorId, sealed)
  if (text === undefined) throw problem('authenticator_missing')
  const step = stepOfCode(text, code, nowMs)
  if (step === null) throw wrongCode()
  await forgetCode(deps, operatorId)
  return step
}

/** Keeps a new secret until a code of it is confirmed. Throws `authenticator_exists`. */
export async function keepAuthenticator(db: Db, operatorId: string, sealed: string): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into operator_authenticator as known (operator_id, secret_sealed) values (${operatorId}, ${sealed})
    on conflict (operator_id) do update set secret_sealed = excluded.secret_sealed, created_at = now(), last_step = 0
    where known.confirmed_at is null`.execute(db)
  if (numAffectedRows !== 1n) throw problem('authenticator_exists')
}

/** Confirms it. Throws `authenticator_missing` where another was begun meanwhile. */
export async function confirmAuthenticator(
  tx: Tx,
  operatorId: string,
  { sealed, step }: { sealed: string; step: number },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update operator_authenticator set confirmed_at = now(), last_used_at = now(), last_step = ${step}
    where operator_id = ${operatorId} and secret_sealed = ${sealed} and confirmed_at is null`.execute(tx)
  if (numAffectedRows !== 1n) throw problem('authenticator_missing')
}

/** Of which app a right code was: its secret, as it is kept. */
type CheckedCode = Pick<OperatorAuthenticator, 'sealed'>

/**
 * Checks a code, uses it up and answers of which app it is. Throws `invalid_verification_code`, `too_many_requests`, and
 * `authenticator_lost` for an app whose codes cannot be checked any more.
 */
export async function checkCode(
  deps: Pick<OperatorAccessDeps, 'db' | 'secret'>,
  operatorId: string,
  code: string,
): Promise<CheckedCode> {
  await countCode(deps, operatorId)
  const found = await findAuthenticator(deps.db, operatorId)
  if (!found?.addedAt) throw wrongCode()
  const text = openedSecret(deps, operatorId, found.sealed)
  if (text === undefined) throw problem('authenticator_lost', { detail: lostDetail })
  const step = stepOfCode(text, code, found.nowMs)
  if (step === null) throw wrongCode()
  const { numAffectedRows } = await sql`
    update operator_authenticator set last_step = ${step}, last_used_at = now()
    where operator_id = ${operatorId} and secret_sealed = ${found.sealed} and confirmed_at is not null
      and last_step < ${step}`.execute(deps.db)
  if (numAffectedRows !== 1n) throw wrongCode()
  await forgetCode(deps, operatorId)
  return { sealed: found.sealed }
}

/**
 * Keeps the app whose code was checked there until the transaction ends. Throws `invalid_verification_code` where it was
 * removed, also where another took its place.
 */
export async function holdAuthenticator(tx: Tx, operatorId: string, { sealed }: CheckedCode): Promise<void> {
  const { rows } = await sql`
    select from operator_authenticator where operator_id = ${operatorId} and secret_sealed = ${sealed}
    for key share`.execute(tx)
  if (rows.length === 0) throw wrongCode()
}

const lostDetail =
  'Codes of this app cannot be checked any more. Sign in by a passkey, or have an owner invite you again (crels operator invite).'

function openedSecret(
  { secret }: Pick<OperatorAccessDeps, 'secret'>,
  operatorId: string,
  sealed: string,
): string | undefined {
  return openUnlessLost(() => secret.open(purpose, contextOf(operatorId), sealed))
}

/** Removes the authenticator app; answers whether a confirmed one was there. */
export async function deleteAuthenticator(db: Db, operatorId: string): Promise<boolean> {
  const { rows } = await sql<{ isConfirmed: boolean }>`
    delete from operator_authenticator where operator_id = ${operatorId}
    returning confirmed_at is not null as "isConfirmed"`.execute(db)
  return rows[0]?.isConfirmed ?? false
}

export function wrongCode() {
  return problem('invalid_verification_code', {
    detail: 'That code is not right. Enter the newest one of your authenticator app.',
  })
}

import { sql } from 'kysely'
import type { PasskeyAssertion, PasskeyRegistration } from '#contracts/passkey-shapes.ts'
import type { PasskeyCreation, PasskeyRequest } from '#contracts/passkeys.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import {
  challengeIn,
  challengeMinutes,
  creationOptions,
  credentialOf,
  expectedAnswer,
  readAssertion,
  readRegistration,
  rpIdOf,
  type ExpectedAnswer,
  type MadePasskey,
} from '#server/platform/webauthn.ts'
import type { OperatorAccessDeps } from './access-deps.ts'

type Deps = Pick<OperatorAccessDeps, 'db' | 'publicOrigin'>

/** Passkeys that an operator may have. */
const passkeysMax = 10

/** What an answer of a passkey is for; one that was made for something else, or elsewhere, is none. */
export interface ChallengeUse {
  purpose: 'add' | 'sign_in' | 'proof'
  /** Null for a sign-in. */
  operatorId: string | null
  /** The session or the hash of the invitation that asks; empty for a sign-in. */
  boundTo: string
}

export interface OperatorPasskey {
  id: string
  credentialId: Buffer
  transports: string[]
  name: string
  backedUp: boolean
  addedAt: Date
  lastUsedAt: Date | null
}

const columns = sql`id, credential_id as "credentialId", transports, name, backed_up as "backedUp",
  added_at as "addedAt", last_used_at as "lastUsedAt"`

export async function listPasskeys(db: Db, operatorId: string): Promise<OperatorPasskey[]> {
  const { rows } = await sql<OperatorPasskey>`
    select ${columns} from operator_passkey where operator_id = ${operatorId} order by added_at, id`.execute(
    db,
  )
  return rows
}

/** What the browser makes a passkey by. Throws `too_many_passkeys`. */
export async function startPasskey(
  deps: Deps,
  { id, name, email }: { id: string; name: string; email: string },
  use: ChallengeUse,
): Promise<PasskeyCreation> {
  const known = await listPasskeys(deps.db, id)
  if (known.length >= passkeysMax) throw problem('too_many_passkeys')
  return creationOptions(deps, {
    challenge: await newChallenge(deps.db, use),
    known,
    user: { id, name: email, displayName: name },
  })
}

/** Reads a passkey that was made for a challenge of this use, which works once. Throws `invalid_passkey`. */
export async function readNewPasskey(
  deps: Deps,
  registration: PasskeyRegistration,
  use: ChallengeUse,
): Promise<MadePasskey> {
  return await readRegistration(await takeChallenge(deps, registration, use), registration)
}

/** Keeps a passkey. Throws `passkey_exists` and `too_many_passkeys`. */
export async function insertPasskey(
  tx: Tx,
  operatorId: string,
  { credentialId, publicKey, counter, transports, backedUp, name }: MadePasskey & { name: string },
): Promise<OperatorPasskey> {
  // The operator's row is the lock: two that are added at once are counted.
  await sql`select from operator where id = ${operatorId} for update`.execute(tx)
  if ((await listPasskeys(tx, operatorId)).length >= passkeysMax) throw problem('too_many_passkeys')
  const { rows } = await sql<OperatorPasskey>`
    insert into operator_passkey (operator_id, credential_id, public_key, counter, transports, backed_up, name)
    values (${operatorId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${backedUp}, ${name})
    on conflict (credential_id) do nothing returning ${columns}`.execute(tx)
  if (!rows[0]) throw problem('passkey_exists')
  return rows[0]
}

/** What the browser asks a passkey for: any of this site at a sign-in, else one of the operator's. */
export async function requestPasskey(deps: Deps, use: ChallengeUse): Promise<PasskeyRequest> {
  const known = use.operatorId === null ? [] : await listPasskeys(deps.db, use.operatorId)
  return {
    challenge: await newChallenge(deps.db, use),
    rpId: rpIdOf(deps),
    timeout: challengeMinutes * 60_000,
    userVerification: 'required',
    allowCredentials: known.map(credentialOf),
  }
}

/** Checks a passkey's answer, and answers whose it is, and which. Throws `invalid_passkey`. */
export async function checkPasskey(
  deps: Deps,
  assertion: PasskeyAssertion,
  use: ChallengeUse,
): Promise<{ operatorId: string; passkeyId: string }> {
  const expected = await takeChallenge(deps, assertion, use)
  const { rows } = await sql<{ id: string; ownerId: string; publicKey: Buffer; counter: number }>`
    select id, operator_id as "ownerId", public_key as "publicKey", counter::float8 as counter
    from operator_passkey where credential_id = ${Buffer.from(assertion.id, 'base64url')}`.execute(deps.db)
  const key = rows[0]
  if (!key || (use.operatorId !== null && key.ownerId !== use.operatorId)) throw unknownPasskey()
  const { counter, backedUp } = await readAssertion(expected, assertion, key)
  const { numAffectedRows } = await sql`
    update operator_passkey set counter = ${counter}, backed_up = ${backedUp}, last_used_at = now()
    where id = ${key.id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`.execute(
    deps.db,
  )
  if (numAffectedRows !== 1n) throw unknownPasskey()
  return { operatorId: key.ownerId, passkeyId: key.id }
}

/** Keeps a passkey that was checked there until the transaction ends. Throws `invalid_passkey` for a removed one. */
export async function holdPasskey(tx: Tx, passkeyId: string): Promise<void> {
  const { rows } = await sql`select from operator_passkey where id = ${passkeyId} for key share`.execute(tx)
  if (rows.length === 0) throw unknownPasskey()
}

/** Removes one passkey of an operator, or every one; answers how many. */
export async function deletePasskeys(db: Db, operatorId: string, id?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from operator_passkey where operator_id = ${operatorId}
      and ${id === undefined ? sql`true` : sql`id = ${id}`}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** A challenge with 256 bits of chance; expired ones go along, since strangers make them too. */
async function newChallenge(db: Db, { purpose, operatorId, boundTo }: ChallengeUse): Promise<string> {
  const { token, tokenHash } = newToken()
  await sql`
    with gone as (delete from operator_challenge where challenge_hash in (
      select challenge_hash from operator_challenge where expires_at < now()
      order by expires_at limit 20 for update skip locked))
    insert into operator_challenge (challenge_hash, purpose, operator_id, bound_to, expires_at)
    values (${tokenHash}, ${purpose}, ${operatorId}, ${boundTo}, now() + make_interval(mins => ${challengeMinutes}))`.execute(
    db,
  )
  return token
}

/** Uses the challenge of an answer up, also where the answer is refused later. Throws `invalid_passkey`. */
async function takeChallenge(
  deps: Deps,
  { response }: { response: { clientDataJSON: string } },
  { purpose, operatorId, boundTo }: ChallengeUse,
): Promise<ExpectedAnswer> {
  const challenge = challengeIn(response.clientDataJSON)
  const { numAffectedRows } = await sql`
    delete from operator_challenge
    where challenge_hash = ${hashToken(challenge ?? '')} and purpose = ${purpose}
      and operator_id is not distinct from ${operatorId} and bound_to = ${boundTo} and expires_at > now()`.execute(
    deps.db,
  )
  if (challenge === null || numAffectedRows !== 1n)
    throw problem('invalid_passkey', { detail: 'This took too long, or was sent twice. Try again.' })
  return expectedAnswer(deps, challenge)
}

function unknownPasskey() {
  return problem('invalid_passkey', {
    detail: 'This passkey is no operator’s here. It may have been removed.',
  })
}

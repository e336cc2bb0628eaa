import { sql } from 'kysely'
import { m } from '#messages'
import type { PasskeyRegistration } from '#contracts/passkey-shapes.ts'
import type { OperatorInvitation } from '#contracts/operator-session.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { deviceText } from '#server/platform/mail/who-asked.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { problem } from '#server/platform/http/problems.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import { operate, type OperatorActor } from '../operate.ts'
import { keepActive, operatorByEmail, type Operator } from '../operator-queries.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import { mailFactor } from './factor-mail.ts'
import { openSession, signedIn, type SigningIn } from './open-session.ts'
import {
  databaseNowMs,
  deleteAuthenticator,
  keepAuthenticator,
  confirmAuthenticator,
  newAuthenticator,
  stepOfNewCode,
} from './operator-authenticator.ts'
import {
  deletePasskeys,
  insertPasskey,
  readNewPasskey,
  startPasskey,
  type ChallengeUse,
} from './operator-passkeys.ts'
import { deleteInvitation, deleteSessions } from './operator-sessions.ts'

/** Hours for which an invitation works. */
const invitationHours = 72

/**
 * Makes the one link by which an operator sets up a passkey or an authenticator app: a link from before is void. Used, it
 * takes the place of every factor and session they had, so it is also how a lost one is replaced. Throws `not_found`,
 * and `conflict` for an operator who is disabled. Answers the link; `mailInvitation` mails it.
 */
export async function inviteOperator(
  tx: Tx,
  { publicOrigin }: Pick<OperatorAccessDeps, 'publicOrigin'>,
  actor: OperatorActor,
  { email }: { email: string },
): Promise<{ operator: Operator; url: string }> {
  const operator = await operatorByEmail(tx, email)
  if (!operator) throw problem('not_found', { detail: `There is no operator ${email}.` })
  if (operator.disabledAt)
    throw problem('conflict', { detail: 'This operator is disabled. Enable them first.' })
  await operate(tx, actor, { action: 'operator.invite', target: operator.id })
  const { token, tokenHash } = newToken()
  await sql`
    insert into operator_invitation (operator_id, token_hash, expires_at)
    values (${operator.id}, ${tokenHash}, now() + make_interval(hours => ${invitationHours}))
    on conflict (operator_id) do update set token_hash = excluded.token_hash, authenticator_sealed = null,
      created_at = now(), expires_at = excluded.expires_at`.execute(tx)
  // Behind the #: no server's log and no page elsewhere is told it.
  return { operator, url: `${publicOrigin}/console/invitation#${token}` }
}

/** Mails an invitation to whom it is for. */
export async function mailInvitation(
  tx: Tx,
  { mailer }: Pick<OperatorAccessDeps, 'mailer'>,
  { operator, url }: { operator: Operator; url: string },
): Promise<void> {
  const mail = composeMail({
    to: operator.email,
    subject: m.operators_invitation_subject(),
    lines: [m.operators_invitation_hello({ name: operator.name }), m.operators_invitation_how()],
    action: { label: m.operators_invitation_action(), url },
    notes: [m.operators_invitation_expires({ hours: invitationHours }), m.operators_invitation_not_you()],
  })
  await mailer.send(tx, { ...mail, isRequested: true })
}

interface Invited {
  id: string
  name: string
  email: string
  role: Operator['role']
  expiresAt: Date
  isExpired: boolean
  replacesFactors: boolean
  authenticatorSealed: string | null
  nowMs: number
}

/** Whom an invitation is for. Throws `invalid_action_code` and `expired_action_code`. */
async function invitedBy(db: Db, token: string, lock = false): Promise<Invited> {
  const { rows } = await sql<Invited>`
    select o.id, o.name, o.email, o.role, i.expires_at as "expiresAt", i.expires_at <= now() as "isExpired",
      i.authenticator_sealed as "authenticatorSealed", ${databaseNowMs} as "nowMs",
      exists (select from operator_passkey p where p.operator_id = o.id)
        or exists (select from operator_authenticator a where a.operator_id = o.id and a.confirmed_at is not null)
        as "replacesFactors"
    from operator_invitation i join operator o on o.id = i.operator_id
    where i.token_hash = ${hashToken(token)} and o.disabled_at is null ${lock ? sql`for update of i` : sql``}`.execute(
    db,
  )
  const invited = rows[0]
  if (!invited)
    throw problem('invalid_action_code', {
      detail:
        'This invitation is not valid: it was used, or a newer one took its place. Ask an owner for another.',
    })
  if (invited.isExpired)
    throw problem('expired_action_code', { detail: 'This invitation has expired. Ask an owner for another.' })
  return invited
}

export async function readInvitation(db: Db, { token }: { token: string }): Promise<OperatorInvitation> {
  const { name, email, role, expiresAt, replacesFactors } = await invitedBy(db, token)
  return { name, email, role, expiresAt: expiresAt.toISOString(), replacesFactors }
}

/** What the browser makes the passkey of an invitation by. */
export async function startInvitedPasskey(deps: OperatorAccessDeps, { token }: { token: string }) {
  const invited = await invitedBy(deps.db, token)
  // Those from before go with its use: this device may have made one of them.
  return { ...(await startPasskey(deps, invited, useOf(invited, token))), excludeCredentials: [] }
}

/**
 * Accepts an invitation by a passkey, and signs in. Throws as `invitedBy` does, `invalid_passkey` and `passkey_exists`.
 */
export async function acceptByPasskey(
  deps: OperatorAccessDeps,
  { token, passkey }: { token: string; passkey: PasskeyRegistration },
  call: SigningIn,
) {
  const { id } = await invitedBy(deps.db, token)
  const made = await readNewPasskey(deps, passkey, useOf({ id }, token))
  const name = deviceText(call.request.headers['user-agent'] ?? '').slice(0, 60)
  const opened = await deps.db.transaction().execute(async (tx) => {
    // Before the invitation is locked, as disabling does.
    await keepActive(tx, id)
    const invited = await useInvitation(tx, deps, token)
    await insertPasskey(tx, invited.id, { ...made, name })
    return await openSession(tx, deps, { operatorId: invited.id, by: 'invitation' }, call.request)
  })
  return signedIn(deps, opened, call)
}

/** The secret of an authenticator app for an invitation: it counts once a code of it accepts. */
export async function startInvitedAuthenticator(deps: OperatorAccessDeps, { token }: { token: string }) {
  const invited = await invitedBy(deps.db, token)
  const { sealed, ...setup } = newAuthenticator(deps, invited)
  await sql`
    update operator_invitation set authenticator_sealed = ${sealed} where token_hash = ${hashToken(token)}`.execute(
    deps.db,
  )
  return setup
}

/** Accepts an invitation by a code of its authenticator app, and signs in. */
export async function acceptByAuthenticator(
  deps: OperatorAccessDeps,
  { token, code }: { token: string; code: string },
  call: SigningIn,
) {
  const { id, authenticatorSealed: sealed, nowMs } = await invitedBy(deps.db, token)
  if (sealed === null) throw problem('authenticator_missing')
  const step = await stepOfNewCode(deps, id, { sealed, code, nowMs })
  const opened = await deps.db.transaction().execute(async (tx) => {
    // Before the invitation is locked, as disabling does.
    await keepActive(tx, id)
    const invited = await useInvitation(tx, deps, token)
    if (invited.authenticatorSealed !== sealed) throw problem('authenticator_missing')
    await keepAuthenticator(tx, id, sealed)
    await confirmAuthenticator(tx, id, { sealed, step })
    return await openSession(tx, deps, { operatorId: id, by: 'invitation' }, call.request)
  })
  return signedIn(deps, opened, call)
}

/** Uses an invitation up, with all that its operator signed in by until now, of which they are mailed. */
async function useInvitation(tx: Tx, deps: OperatorAccessDeps, token: string): Promise<Invited> {
  const invited = await invitedBy(tx, token, true)
  await deleteInvitation(tx, invited.id)
  await deletePasskeys(tx, invited.id)
  await deleteAuthenticator(tx, invited.id)
  await deleteSessions(tx, invited.id)
  if (invited.replacesFactors)
    await mailFactor(tx, deps, invited, {
      changed: m.operators_factors_replaced(),
      notYou: m.operators_factors_replaced_not_you(),
    })
  return invited
}

function useOf({ id }: { id: string }, token: string): ChallengeUse {
  return { purpose: 'add', operatorId: id, boundTo: hashToken(token).toString('hex') }
}

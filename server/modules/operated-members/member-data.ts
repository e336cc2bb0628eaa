import type { Readable } from 'node:stream'
import * as endpoints from '#contracts/operator-member-data.endpoints.ts'
import type { DeletionView } from '#contracts/account-deletion.schemas.ts'
import {
  archiveOf,
  deletionEffects,
  findMember,
  letLeave,
  lockMember,
  requireConfirmation,
  requirePresent,
  type AccountDeletionDeps,
  type ExportDeps,
} from '#server/modules/accounts/public.ts'
import type { MemberOperations } from '#server/modules/identity/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { answer, answerFile, bind, type Route } from '#server/platform/http/bind.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { utcDate } from '#rules/utc-date.ts'

/** What an export by an operator works with; server/member-exports.ts composes it. */
export interface OperatedExportDeps extends Pick<ExportDeps, 'exports' | 'publicOrigin'> {
  secret: Secret
}

/** What an erasure by an operator works with; server/account-deletion.ts composes it. */
export interface OperatedErasureDeps {
  deletion: AccountDeletionDeps
  members: MemberOperations
}

/** A copy of all that is held of a member, for who cannot or will not sign in to take it. */
export function operatedExportRoutes(deps: OperatedExportDeps): Route[] {
  return [
    bind(endpoints.exportMember, async ({ db, actor, params, body, clock }) => {
      const { archive, name } = await exportOfMember(db, actor, { ...params, ...body, at: clock.now() }, deps)
      return answerFile(archive, name)
    }),
  ]
}

/** The end of an account, by an operator. */
export function operatedErasureRoutes(deps: OperatedErasureDeps): Route[] {
  return [
    bind(endpoints.getMemberErasure, async ({ db, params: { uid } }) =>
      deletionEffects(db, requirePresent(await findMember(db, uid)), deps.deletion),
    ),
    bind(endpoints.eraseMember, async ({ actor, params, body, transaction }) => {
      const { emailVerified } = await deps.members.show(actor, params.uid)
      const view = await transaction(
        async (tx) => await eraseMember(tx, actor, { ...params, ...body, emailVerified }, deps.deletion),
      )
      // Also the job's first step, should this process end here.
      await deps.deletion.endSessions(params.uid)
      return answer(202, view)
    }),
  ]
}

/**
 * The member's archive, in their language. That it was made is in the log first, and the member is notified, once a day.
 * Throws `not_found`.
 */
async function exportOfMember(
  db: Db,
  actor: OperatorActor,
  { uid, reason, at }: { uid: string; reason: string; at: Date },
  { secret, ...deps }: OperatedExportDeps,
): Promise<{ archive: Readable; name: string }> {
  const member = requirePresent(await findMember(db, uid))
  await inTransaction(db, async (tx) => {
    await operate(tx, actor, { action: 'member.export', member: { uid, personal: { reason }, secret } })
    await notifyMembers(tx, [uid], {
      kind: 'operator_looked',
      facts: { what: 'export', on: utcDate(at) },
    })
  })
  return await archiveOf(member, { ...deps, at, language: member.language })
}

/**
 * Deletes a member's account as they could themselves. Throws `not_found`, `validation_failed` where `confirmation` is not
 * their address, and `deletion_blocked`.
 */
async function eraseMember(
  tx: Tx,
  actor: OperatorActor,
  {
    uid,
    confirmation,
    reason,
    emailVerified,
  }: {
    uid: string
    confirmation: string
    reason: string
    /** Null where an outside provider knows it. */
    emailVerified: boolean | null
  },
  deps: AccountDeletionDeps,
): Promise<DeletionView> {
  // Before the member's key in the log is locked, as an adjustment does.
  const { party, email } = requirePresent(await lockMember(tx, uid))
  requireConfirmation(confirmation, email, 'This is not the address of the account')
  const view = await deletionEffects(tx, { uid, party }, deps)
  await operate(tx, actor, {
    action: 'member.erase',
    member: { uid, personal: { reason }, secret: deps.secret },
  })
  const account = { uid, party, email, emailVerified: emailVerified ?? true }
  await letLeave(tx, account, deps, { isByOperator: true })
  return view
}

import { OWN_APPROVAL_HOURS } from '#rules/payout-run.ts'
import { approversOf, lastToDo, type OperatorActor } from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/**
 * Of a redemption that is paid by itself one operator approves and another has it paid, as of a payout run
 * (docs/decisions/093-a-payout-run-is-four-eyes-and-a-file.md): never who approved it, unless nobody else could and a day
 * has passed, nor whom they invited within a day; the member who is paid is no one else. Commands prove no name and wait for nobody. Throws `forbidden`.
 */
export async function requireSecondPerson(
  tx: Tx,
  actor: OperatorActor,
  { id, uid, state, stateAt }: Pick<RedemptionRow, 'id' | 'uid' | 'state' | 'stateAt'>,
): Promise<void> {
  if (state !== 'approved' || actor.via === 'job' || actor.via === 'command') return
  const approver = await lastToDo(tx, { action: 'redemption.approve', target: id })
  if (approver === null) return
  const others = await approversOf(tx, {
    action: 'redemption.send',
    proposedBy: approver,
    memberUid: uid,
  })
  if (others.includes(actor.operatorId)) return
  if (approver !== actor.operatorId)
    throw problem('forbidden', {
      detail:
        'An operator whom the approver invited in the last 24 hours cannot pay it, nor can one without a passkey or app.',
    })
  if (others.length > 0)
    throw problem('forbidden', { detail: 'You approved this redemption: another operator has it paid.' })
  const from = new Date(stateAt.getTime() + OWN_APPROVAL_HOURS * 3_600_000)
  if ((await databaseNow(tx)) < from)
    throw problem('forbidden', {
      detail: `Nobody else can have it paid, so what you approved waits ${OWN_APPROVAL_HOURS} hours, until ${from.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    })
}

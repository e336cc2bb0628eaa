import { isOwnAccount } from '#rules/own-account.ts'
import { redemptionStateAfter, type RedemptionState } from '#rules/redemption-state.ts'
import { findMember, requireGoodStanding } from '#server/modules/accounts/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import {
  authorOf,
  decidedBefore,
  isOwnAgain,
  memberWithReason,
  namesOf,
  operate,
  type Act,
  type ActMember,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { destinationText } from './destination-mail.ts'
import { requireNotOwnDestination } from './own-destination.ts'
import {
  findRedemption,
  lockRedemption,
  moveRedemption,
  type RedemptionRow,
  type Step,
} from './redemption-queries.ts'
import { requireDestination } from './require-destination.ts'
import { requireEligible } from './require-eligible.ts'
import { requireLookedAt } from './restored-payouts.ts'
import { debtFilledOf, returnCrels } from './return-crels.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { requireScreened } from './screening/require-screened.ts'

export interface Decision {
  redemptionId: string
  /** Whose act it is in the log: the operator who decides, or the provider that says so. */
  actor: OperatorActor
}

/** Writes a decision into the log. */
export async function logged(
  tx: Tx,
  actor: OperatorActor,
  act: Pick<Act, 'action' | 'after'> & { row: RedemptionRow; state: RedemptionState; why?: Why },
): Promise<void> {
  const { action, row, state, after, why } = act
  await operate(tx, actor, {
    action,
    target: row.id,
    before: { state: row.state },
    after: { state, ...(after as object | undefined) },
    member: memberWithReason(row.uid, why?.reason ?? null, why?.secret),
  })
}

/** Why, for the log: sealed by the member's key, and left out without what seals it. */
interface Why extends Pick<ActMember, 'secret'> {
  reason: string
}

/** Whether a decision is the same operator's once more, with nothing said otherwise. */
export async function isRepeated(
  tx: Tx,
  actor: OperatorActor,
  act: Pick<Act, 'action' | 'after'> & { row: RedemptionRow; state: RedemptionState },
): Promise<boolean> {
  const { action, row, state, after } = act
  return (
    row.state === state &&
    (await isOwnAgain(tx, actor, {
      action,
      target: row.id,
      after: { state, ...(after as object | undefined) },
    }))
  )
}

/** An approved redemption; `isNew` where it was approved by this, and not before. */
export interface Approved extends RedemptionRow {
  isNew: boolean
}

/**
 * Approves a requested redemption; one's own approval again changes nothing. Throws `forbidden` for the requester themselves
 * and as `requireNotOwnDestination`, `debt_open` where one opened since, `too_young` and `country_blocked` where the settings of today say so, `not_screened`
 * and `sanctions_match`, `user_disabled`, `not_found`, and `conflict` where another decided, or it went another way.
 */
export async function approveRedemption(
  tx: Tx,
  { redemptionId, actor }: Decision,
  deps: Pick<RedemptionDeps, 'sanctions' | 'secret'>,
): Promise<Approved> {
  const author = authorOf(actor)
  const row = await locked(tx, redemptionId)
  const member = (await findMember(tx, row.uid))!
  if (isOwnAccount(namesOf(actor), member))
    throw problem('forbidden', { detail: 'Who asked for a redemption does not approve it.' })
  if (await isRepeated(tx, actor, { action: 'redemption.approve', row, state: 'approved' }))
    return { ...row, isNew: false }
  const state = redemptionStateAfter(row.state, 'approve')
  if (!state) throw await conflict(tx, row)
  await requireNotOwnDestination(tx, actor, [redemptionId])
  requireGoodStanding(member)
  await requireEligible(tx, member, row.destinationId, deps)
  await requireDestination(tx, row)
  await requireScreened(tx, redemptionId, deps)
  if ((await balances(tx, row.party)).debt > 0) throw problem('debt_open')
  await logged(tx, actor, { action: 'redemption.approve', row, state })
  return { ...(await step(tx, row, { state, author, approvedBy: author.trim() })), isNew: true }
}

/** Rejects a requested redemption with a reason for the member; its crels come back. Throws as approving. */
export async function rejectRedemption(
  tx: Tx,
  { redemptionId, actor, reason }: Decision & { reason: string },
  { secret }: Pick<ActMember, 'secret'>,
): Promise<RedemptionRow> {
  const row = await locked(tx, redemptionId)
  const isSaid = row.reason === reason
  if (isSaid && (await isRepeated(tx, actor, { action: 'redemption.reject', row, state: 'rejected' })))
    return row
  const state = redemptionStateAfter(row.state, 'reject')
  if (!state) throw await conflict(tx, row)
  await logged(tx, actor, { action: 'redemption.reject', row, state, why: { reason, secret } })
  await returnCrels(tx, row)
  return await step(tx, row, { state, author: authorOf(actor), reason })
}

/** The redemption, locked until the transaction ends. Throws `not_found`. */
export async function locked(tx: Tx, redemptionId: string): Promise<RedemptionRow> {
  const row = await lockRedemption(tx, redemptionId)
  if (!row) throw problem('not_found', { detail: 'There is no such redemption.' })
  return row
}

/** Refuses what is not possible in a redemption's state. */
export async function conflict(tx: Tx, { id, state }: Pick<RedemptionRow, 'id' | 'state'>): Promise<Error> {
  return await decidedBefore(tx, id, `${id} is ${state} already.`)
}

/** What others make of a redemption; its member requests and cancels it. */
type DecidedState = 'approved' | 'sending' | 'paid' | 'rejected' | 'failed' | 'returned'

/** Moves a locked redemption on and notifies its member; answers it as it is then. Throws as `requireLookedAt`. */
export async function step(tx: Tx, row: RedemptionRow, to: Step): Promise<RedemptionRow> {
  const moved = await passOn(tx, row, to)
  const { id, uid, crels, usdCents, destinationKind: kind, destinationHint, reason, reference } = moved
  const state = moved.state as DecidedState
  const destination = destinationText({ kind, hint: destinationHint ?? '' })
  const { debtFilled } = await debtFilledOf(tx, moved)
  const facts = { redemptionId: id, state, crels, debtFilled, usdCents, destination, reason, reference }
  if (await findMember(tx, uid)) await notifyMembers(tx, [uid], { kind: 'redemption_changed', facts })
  return moved
}

/** The same for a state that it only passes through in an act: its member hears of the last one. */
export async function passOn(tx: Tx, row: RedemptionRow, to: Step): Promise<RedemptionRow> {
  await requireLookedAt(tx, row.id, to.state)
  await moveRedemption(tx, row.id, to)
  return (await findRedemption(tx, row.id))!
}

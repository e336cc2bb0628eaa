import { sql } from 'kysely'
import { payoutRunStateAfter } from '#rules/payout-run.ts'
import { isOwnAccount } from '#rules/own-account.ts'
import {
  authorOf,
  decidedBefore,
  isOwnAgain,
  namesOf,
  noApprover,
  operate,
  type OperatorActor,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import { requireDayAlone, requireNotOwnDestination } from '#server/modules/redemptions/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { hasOtherApprover, isSecondPerson } from './own-approval.ts'
import {
  findRun,
  lockRun,
  moveRun,
  paidMembers,
  payoutsToSend,
  unfinishedImport,
  type PayoutRunRow,
} from './payout-run-queries.ts'

/**
 * Approves a drafted run. Never who made it, unless nobody else could and a day has passed; never whom they invited
 * within a day or who invited them (`approversOf`), nor who is paid by it, or was where it pays. The same operator again changes nothing.
 * Throws `not_found`, `forbidden`, and `conflict` with who did what.
 */
export async function approvePayoutRun(
  tx: Tx,
  actor: PersonActor,
  { runId }: { runId: string },
): Promise<PayoutRunRow> {
  const run = await lockedRun(tx, runId)
  if (run.state === 'approved' && run.approvedById === actor.operatorId) return run
  if (!payoutRunStateAfter(run.state, 'approve')) throw await runConflict(tx, run)
  await requireNotPaid(tx, actor, runId)
  await requireNotOwnDestination(tx, actor, await payoutsToSend(tx, runId))
  const isOwn = run.madeById === actor.operatorId
  if (isOwn) await requireOwnApproval(tx, run)
  else if (!(await isSecondPerson(tx, actor, run))) throw problem('forbidden', { detail: noApprover })
  await operate(tx, actor, {
    action: 'payout-run.approve',
    target: runId,
    before: { state: run.state },
    after: { state: 'approved', ...(isOwn && { isOwnApproval: true }) },
  })
  await sql`
    update payout_run set state = 'approved', state_at = crels_now(), approved_by = ${authorOf(actor)},
      approved_by_id = ${actor.operatorId}, approved_at = crels_now(), is_own_approval = ${isOwn}
    where id = ${runId}`.execute(tx)
  return (await findRun(tx, runId))!
}

/**
 * Gives up a run before any file of it: its redemptions stay approved, for another. By the same operator again it
 * changes nothing.
 */
export async function discardPayoutRun(
  tx: Tx,
  actor: OperatorActor,
  { runId }: { runId: string },
): Promise<PayoutRunRow> {
  const run = await lockedRun(tx, runId)
  const act = { action: 'payout-run.discard', target: runId, after: { state: 'discarded' } } as const
  if (run.state === 'discarded' && (await isOwnAgain(tx, actor, act))) return run
  if (!payoutRunStateAfter(run.state, 'discard')) throw await runConflict(tx, run)
  await operate(tx, actor, { ...act, before: { state: run.state } })
  await sql`update payout set state = 'left_out', reason = 'The run was discarded.' where run_id = ${runId}`.execute(
    tx,
  )
  await moveRun(tx, runId, 'discarded')
  return (await findRun(tx, runId))!
}

/** The run, locked until the transaction ends. Throws `not_found`. */
export async function lockedRun(tx: Tx, runId: string): Promise<PayoutRunRow> {
  const run = await lockRun(tx, runId)
  if (!run) throw problem('not_found', { detail: 'There is no such payout run.' })
  return run
}

/** Refuses what is not possible in a run's state, with who brought it there. */
export async function runConflict(tx: Tx, { id, state }: PayoutRunRow): Promise<Error> {
  return await decidedBefore(tx, id, `This payout run is ${state}.`)
}

/**
 * Refuses what a report may speak against that is still being imported into a locked run: a payment in it may have been
 * paid, or have come back. Throws `conflict` with what to do then.
 */
export async function requireImported(tx: Tx, runId: string, then: string): Promise<void> {
  const open = await unfinishedImport(tx, runId)
  if (open)
    throw problem('conflict', {
      detail: `A report is still being imported into this run: ${open.rowsDone} of ${open.rows} rows are done. Wait until all are, then ${then}.`,
    })
}

/** Throws `forbidden` for an operator whom the run pays, under whichever name. */
export async function requireNotPaid(tx: Tx, actor: OperatorActor, runId: string): Promise<void> {
  if (actor.via === 'job') return
  const members = await paidMembers(tx, runId)
  if (members.some((member) => isOwnAccount(namesOf(actor), member)))
    throw problem('forbidden', { detail: 'You are paid by this run: another operator does this.' })
}

async function requireOwnApproval(tx: Tx, run: PayoutRunRow): Promise<void> {
  if (await hasOtherApprover(tx, run))
    throw problem('forbidden', {
      detail: 'Who made a payout run does not approve it: another operator does.',
    })
  await requireDayAlone(tx, run.madeAt)
}

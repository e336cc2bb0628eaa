import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ActMember } from '../member-values.ts'
import { operate, type OperatorActor, type PersonActor } from '../operate.ts'
import { othersWhoCould } from './approvers.ts'
import { decidePendingAct, pendingActById, type PendingAct } from './pending-act-queries.ts'

/**
 * Locks what an operator proposed and nobody has decided, in its order; answers the ids. Before the operators are
 * locked.
 */
export async function lockProposalsOf(tx: Tx, operatorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pending_act where proposed_by = ${operatorId} and state = 'waiting' order by id for update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** How many acts of an operator wait for a second person, or for their time. */
export async function countProposalsOf(db: Db, operatorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pending_act
    where proposed_by = ${operatorId} and state = 'waiting' and expires_at > now()`.execute(db)
  return rows[0]!.count
}

/** Rejects locked proposals of one who is disabled: none of them is done, also where they come back. */
export async function endProposals(tx: Tx, actor: OperatorActor, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const proposed = (await pendingActById(tx, id))!
    const { memberUid } = proposed
    const why = memberUid === null ? { reason: note } : { member: { uid: memberUid } }
    await rejectProposal(tx, actor, proposed, { note, why })
  }
}

const note = 'Who proposed it was disabled.'

/**
 * Takes back a proposal of the actor's own that waits for somebody, where nobody is left who could approve it, so that it
 * is proposed anew and waits for its 24 hours. False where somebody could, where it is done by itself, and where it is
 * being decided at this moment.
 */
export async function endStuckProposal(
  tx: Tx,
  actor: PersonActor,
  proposed: PendingAct,
  why: Parameters<typeof rejectProposal>[3]['why'],
): Promise<boolean> {
  if (proposed.runsAt !== null || (await othersWhoCould(tx, proposed)).length > 0) return false
  // No waiting: who disables the proposer holds it, and waits for this transaction.
  const { rows } = await sql`
    select from pending_act where id = ${proposed.id} and state = 'waiting' for update skip locked`.execute(
    tx,
  )
  if (rows.length === 0) return false
  await rejectProposal(tx, actor, proposed, { note: stuck, why })
  return true
}

const stuck = 'Nobody was left who could approve it. It was proposed anew, to be done after 24 hours.'

/** Rejects a locked proposal that waits; `why` is what the log says of that, sealed where it is about a member. */
export async function rejectProposal(
  tx: Tx,
  actor: OperatorActor,
  { id, action, proposedBy }: PendingAct,
  { note, why }: { note: string; why: { reason: string } | { member: ActMember } },
): Promise<void> {
  await operate(tx, actor, {
    action: 'act.reject',
    target: id,
    before: { state: 'waiting', proposedBy },
    after: { state: 'rejected', action },
    ...why,
  })
  const by = actor.via === 'job' ? null : actor.operatorId
  await decidePendingAct(tx, id, { state: 'rejected', by, note })
}

import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ActMember } from '../member-values.ts'
import { operate, type OperatorActor } from '../operate.ts'
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

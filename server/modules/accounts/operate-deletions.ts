import { sql } from 'kysely'
import {
  changeAssignment,
  operate,
  requireNotTaken,
  type AssignmentChange,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { eraseMembersJob } from './delete-member.ts'

/**
 * Has the job that erases go on at once, rather than within a minute. The log names the party, which leads to nobody once
 * it is done. Throws `not_found`, and `conflict` where another operator works on it.
 */
export async function retryDeletion(
  tx: Tx,
  actor: PersonActor,
  { party }: { party: string },
  { enqueue }: { enqueue: Jobs['add'] },
): Promise<void> {
  const row = await lockDeletion(tx, party)
  await requireNotTaken(tx, actor, row)
  const before = { failedStep: row.failedStep }
  await operate(tx, actor, { action: 'deletion.retry', target: party, before })
  await enqueue(tx, eraseMembersJob, {})
}

/** Takes a deletion to work on it, or gives it back. Throws `not_found`, and `conflict` where another operator has it. */
export async function assignDeletion(
  tx: Tx,
  actor: PersonActor,
  { party, change }: { party: string; change: AssignmentChange },
): Promise<void> {
  const { assignedTo } = await lockDeletion(tx, party)
  const act = { action: 'deletion.assign', target: party, assignedTo, change } as const
  const next = await changeAssignment(tx, actor, act)
  if (next === undefined) return
  await sql`
    update deletion set assigned_to = ${next},
      assigned_at = case when ${next}::text is not null then crels_now() end
    where party = ${party}`.execute(tx)
}

async function lockDeletion(
  tx: Tx,
  party: string,
): Promise<{ assignedTo: string | null; failedStep: string | null }> {
  const { rows } = await sql<{ assignedTo: string | null; failedStep: string | null }>`
    select assigned_to as "assignedTo", failed_step as "failedStep" from deletion
    where party = ${party} for update`.execute(tx)
  if (!rows[0]) throw problem('not_found', { detail: 'This deletion has come to its end.' })
  return rows[0]
}

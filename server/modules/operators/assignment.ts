import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import { operate, type OperatorActor, type PersonActor } from './operate.ts'
import { operatorById } from './operator-queries.ts'

/**
 * What an operator wants of a row of an inbox: to work on it, where `from` is whom they saw working on it (null is
 * no one), or to give it back.
 */
export type AssignmentChange = { take: true; from: string | null } | { take: false }

/** A row of an inbox, locked: its name in the log, and the id of the operator who works on it. */
export interface AssignedRow {
  target: string
  assignedTo: string | null
}

/**
 * Decides who works on a locked row and writes it into the log; answers whom the row is to say (null is no one), or
 * undefined where all is so already. Throws `conflict`, which names who has it, where that is another than the operator
 * saw.
 */
export async function changeAssignment(
  tx: Tx,
  actor: PersonActor,
  { target, assignedTo, action, change }: AssignedRow & { action: OperatorAct; change: AssignmentChange },
): Promise<string | null | undefined> {
  const next = change.take ? actor.operatorId : null
  if (assignedTo === next) return undefined
  if (assignedTo !== (change.take ? change.from : actor.operatorId)) throw await takenBy(tx, assignedTo)
  await operate(tx, actor, { action, target, before: { assignedTo }, after: { assignedTo: next } })
  return next
}

/**
 * Refuses an act of the console, or by an API key, on a row that another operator works on: `conflict`, which names them.
 * A command says by itself who acts and on what, and is not refused.
 */
export async function requireNotTaken(
  tx: Tx,
  actor: OperatorActor,
  { assignedTo }: Pick<AssignedRow, 'assignedTo'>,
): Promise<void> {
  if (assignedTo === null || actor.via === 'job' || actor.via === 'command') return
  if (assignedTo !== actor.operatorId) throw await takenBy(tx, assignedTo)
}

async function takenBy(tx: Tx, operatorId: string | null): Promise<Error> {
  if (operatorId === null)
    return problem('conflict', { detail: 'No one works on this any more: take it again.' })
  const other = await operatorById(tx, operatorId)
  return problem('conflict', { detail: `${other!.name} works on this: take it over first.` })
}

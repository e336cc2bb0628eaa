import type { OperatorAct, OperatorRole } from '#rules/operator-permissions.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { revokeKeysOf } from './access/operator-keys.ts'
import { deleteInvitation, deleteSessions } from './access/operator-sessions.ts'
import { isOfConsole, isOwnAgain, requireOwnAgain } from './decided-before.ts'
import { endProposals, lockProposalsOf } from './four-eyes/end-proposals.ts'
import { operate, type OperatorActor, type PersonActor } from './operate.ts'
import {
  countActiveOwners,
  insertOperator,
  listOperators,
  lockOperators,
  lockStandingOf,
  newOperatorId,
  operatorByEmail,
  requireOperator,
  updateOperator,
  type Operator,
} from './operator-queries.ts'

export interface NewOperator {
  email: string
  /** As the log and the other operators name them, at most 80 characters. */
  name: string
  role: OperatorRole
}

/**
 * Adds an operator. The first one is an owner and is added by the installation itself, since no one could allow it.
 * Throws `conflict` for an address that is one's already, also of an operator who is disabled: the log names them.
 */
export async function addOperator(
  tx: Tx,
  actor: OperatorActor | undefined,
  { email, name, role }: NewOperator,
): Promise<Operator> {
  await lockOperators(tx)
  const isFirst = (await listOperators(tx)).length === 0
  if (isFirst && role !== 'owner') throw problem('conflict', { detail: 'The first operator is an owner.' })
  if (!isFirst && !actor) throw problem('forbidden', { detail: 'An owner adds operators.' })
  if (await operatorByEmail(tx, email))
    throw problem('conflict', { detail: `${email} is an operator already.` })
  const operator = { id: await newOperatorId(tx), email: email.trim().toLowerCase(), name: name.trim(), role }
  await operate(tx, actor ?? { via: 'job', source: 'first operator' }, {
    action: 'operator.add',
    target: operator.id,
    after: { role },
  })
  return await insertOperator(tx, operator)
}

/** Minutes within which an operator takes back what they did, and ending it later is for others. */
export const UNDO_MINUTES = 10

export interface OperatorChange {
  email: string
  role?: OperatorRole
  isDisabled?: boolean
  reason: string
}

const changes: readonly OperatorAct[] = ['operator.change-role', 'operator.disable', 'operator.enable']

/**
 * Gives an operator another role, or takes from them or gives back that they may act: what they proposed ends with it, for
 * good. Throws `not_found`, and `conflict`
 * where no owner would be left, and in the console for one whom another operator changed so.
 */
export async function changeOperator(
  tx: Tx,
  actor: OperatorActor,
  { email, reason, ...change }: OperatorChange,
): Promise<Operator> {
  const proposals = change.isDisabled ? await lockMadeBy(tx, email) : []
  await lockOperators(tx)
  const before = await operatorByEmail(tx, email)
  if (!before) throw problem('not_found', { detail: `There is no operator ${email}.` })
  const was = { role: before.role, isDisabled: before.disabledAt !== null }
  const is = { role: change.role ?? was.role, isDisabled: change.isDisabled ?? was.isDisabled }
  const disables = is.isDisabled ? 'operator.disable' : 'operator.enable'
  if (is.role === was.role && is.isDisabled === was.isDisabled) {
    const action = change.role === undefined ? disables : 'operator.change-role'
    const again = { action, target: before.id, after: is, actions: changes } as const
    if (isOfConsole(actor)) await requireOwnAgain(tx, actor, { ...again, detail: 'That is so already.' })
    return before
  }
  await operate(tx, actor, {
    action: is.isDisabled === was.isDisabled ? 'operator.change-role' : disables,
    target: before.id,
    before: was,
    after: is,
    reason,
  })
  const changed = await updateOperator(tx, { id: before.id, ...is })
  if (is.isDisabled) {
    await endAccess(tx, before.id)
    await endProposals(tx, actor, proposals)
  }
  if ((await countActiveOwners(tx)) === 0)
    throw problem('conflict', { detail: 'One owner has to stay. Make someone else an owner first.' })
  return changed
}

/** Locks what one who is disabled proposed, also in a transaction that was open until now. */
async function lockMadeBy(tx: Tx, email: string): Promise<string[]> {
  const operator = await operatorByEmail(tx, email)
  if (!operator) return []
  await lockStandingOf(tx, operator.id)
  return await lockProposalsOf(tx, operator.id)
}

/**
 * Takes back that one disabled an operator: at once, by who did it, within `UNDO_MINUTES` and as long as nothing else
 * was done to the operator since. Later, and by others, letting them back in takes a second person. Throws `not_found`
 * and `conflict`.
 */
export async function undoDisabling(tx: Tx, actor: PersonActor, { id }: { id: string }): Promise<void> {
  await lockOperators(tx)
  const { email, disabledAt } = await requireOperator(tx, id)
  const act = { action: 'operator.disable', target: id, actions: changes } as const
  const since = (await databaseNow(tx)).getTime() - UNDO_MINUTES * 60_000
  if (!disabledAt || disabledAt.getTime() <= since || !(await isOwnAgain(tx, actor, act)))
    throw problem('conflict', {
      detail: `Only who disabled an operator takes it back, within ${UNDO_MINUTES} minutes. Propose to enable them.`,
    })
  await changeOperator(tx, actor, {
    email,
    isDisabled: false,
    reason: 'Disabling was undone.',
  })
}

/** What a disabled operator came in by: nothing of it works when they are enabled again. */
async function endAccess(tx: Tx, operatorId: string): Promise<void> {
  await deleteSessions(tx, operatorId)
  await deleteInvitation(tx, operatorId)
  await revokeKeysOf(tx, operatorId)
}

/** The operator who acts by a command. Throws `forbidden` for an address that is no active operator's. */
export async function operatorActing(db: Db, email: string): Promise<PersonActor> {
  const operator = await operatorByEmail(db, email)
  if (!operator || operator.disabledAt)
    throw problem('forbidden', { detail: `${email} is not an active operator: see crels operator list.` })
  const { id, name, role } = operator
  return { via: 'command', operatorId: id, name, email: operator.email, role }
}

import type { OperatorRole } from '#rules/operator-permissions.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Tx } from '#server/platform/database.ts'
import { changeOperator } from '../change-operators.ts'
import { decidedBefore } from '../decided-before.ts'
import { operatorById } from '../operator-queries.ts'
import type { PersonActor } from '../operate.ts'
import type { FourEyesAct, Proposal } from './four-eyes-act.ts'

/** Another role takes a second person. */
export const changeRole: FourEyesAct = {
  action: 'operator.change-role',
  run: async (tx, actor, proposal) =>
    await change(tx, actor, proposal, { role: proposal.input.role as OperatorRole }),
}

/** So does it to let a disabled operator act again; disabling waits for nobody. */
export const enable: FourEyesAct = {
  action: 'operator.enable',
  run: async (tx, actor, proposal) => await change(tx, actor, proposal, { isDisabled: false }),
}

async function change(
  tx: Tx,
  actor: PersonActor,
  { target, reason }: Proposal,
  wish: { role?: OperatorRole; isDisabled?: boolean },
) {
  const operator = await operatorById(tx, target)
  if (!operator) throw problem('not_found')
  if (wish.role === operator.role || (wish.isDisabled === false && operator.disabledAt === null))
    throw await decidedBefore(tx, target, 'That is so already.')
  await changeOperator(tx, actor, { email: operator.email, reason, ...wish })
}

import type { PendingActEffect } from '#contracts/pending-acts.schemas.ts'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { changeOperator } from '../change-operators.ts'
import { decidedBefore } from '../decided-before.ts'
import { lockOperators, requireOperator } from '../operator-queries.ts'
import type { PersonActor } from '../operate.ts'
import type { FourEyesAct, Proposal, Seen, SeenTarget } from './four-eyes-act.ts'

/** The role of an operator, and whether they may act. */
const operatorSeen: SeenTarget = {
  lock: async (tx) => await lockOperators(tx),
  read: async (db, { target }) => {
    const operator = await requireOperator(db, target)
    return { role: operator.role, isDisabled: operator.disabledAt !== null }
  },
  said: (was, is) =>
    was.role === is.role
      ? `They were ${stateOf(was)} and are ${stateOf(is)} now.`
      : `Their role was ${was.role} and is ${is.role} now.`,
  by: ['operator.change-role', 'operator.disable', 'operator.enable'],
}

const stateOf = ({ isDisabled }: Seen) => (isDisabled ? 'disabled' : 'active')

/** What an operator is, and what a wish makes of them. */
async function effectOn(db: Db, target: string, wish: Wish): Promise<PendingActEffect> {
  const { name, email, role, disabledAt } = await requireOperator(db, target)
  const before = { role, isDisabled: disabledAt !== null }
  return { kind: 'operator', name, email, before, after: { ...before, ...wish } }
}

interface Wish {
  role?: OperatorRole
  isDisabled?: boolean
}

/** Another role takes a second person. */
export const changeRole: FourEyesAct = {
  action: 'operator.change-role',
  seen: operatorSeen,
  effectFor: 'read',
  effect: async (db, { target, input }) => await effectOn(db, target, { role: input.role as OperatorRole }),
  run: async (tx, actor, proposal) =>
    await change(tx, actor, proposal, { role: proposal.input.role as OperatorRole }),
}

/** So does it to let a disabled operator act again; disabling waits for nobody. */
export const enable: FourEyesAct = {
  action: 'operator.enable',
  seen: operatorSeen,
  effectFor: 'read',
  effect: async (db, { target }) => await effectOn(db, target, { isDisabled: false }),
  run: async (tx, actor, proposal) => await change(tx, actor, proposal, { isDisabled: false }),
}

async function change(tx: Tx, actor: PersonActor, { target, reason }: Proposal, wish: Wish) {
  const operator = await requireOperator(tx, target)
  if (wish.role === operator.role || (wish.isDisabled === false && operator.disabledAt === null))
    throw await decidedBefore(tx, target, 'That is so already.')
  await changeOperator(tx, actor, { email: operator.email, reason, ...wish })
}

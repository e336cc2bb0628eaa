/** What an operator is here for. */
export const OPERATOR_ROLES = ['owner', 'manager', 'support', 'finance', 'read-only'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Every act of an operator and who may do it; what only reads is open to every role. Source: docs/operating.md. */
const actors = {
  'operator.add': ['owner'],
  'operator.change-role': ['owner'],
  'operator.disable': ['owner'],
  'operator.enable': ['owner'],
  'economy.set': ['owner', 'manager'],
  'rate.set': ['owner', 'finance'],
  'exchange.pause': ['owner', 'manager', 'finance'],
  'exchange.resume': ['owner', 'finance'],
  'currency.set': ['owner', 'finance'],
} as const satisfies Record<string, readonly OperatorRole[]>

export type OperatorAct = keyof typeof actors
export const OPERATOR_ACTS = Object.keys(actors) as OperatorAct[]

/** Whether an operator of a role may do something. */
export function mayAct(role: OperatorRole, act: OperatorAct): boolean {
  return (actors[act] as readonly OperatorRole[]).includes(role)
}

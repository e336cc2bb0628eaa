import type { OperatorAct } from '#rules/operator-permissions.ts'
import type { Tx } from '#server/platform/database.ts'
import type { PersonActor } from '../operate.ts'

/** What is proposed: kept as JSON until it is done. */
export interface Proposal {
  target: string
  input: Record<string, unknown>
  reason: string
}

/** A kind of act that takes a second person. */
export interface FourEyesAct {
  action: OperatorAct
  /**
   * Does it, as the operator who proposed it; it calls `operate` itself. It is tried and undone when it is proposed, so
   * that what cannot be done is refused at once, and run once when it is approved. Throws problems.
   */
  run(tx: Tx, proposer: PersonActor, proposal: Proposal): Promise<unknown>
}

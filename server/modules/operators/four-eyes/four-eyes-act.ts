import type { Tx } from '#server/platform/database.ts'
import type { TOLD_BY_COMMAND } from '../audit-log.ts'
import type { PersonActor } from '../operate.ts'

/** What is proposed: kept as JSON until it is done. */
export interface Proposal {
  /** Of the pending act: what is done is done once under it. */
  id: string
  target: string
  input: Record<string, unknown>
  reason: string
}

/** A kind of act that takes a second person. */
export interface FourEyesAct {
  /** By command it waits for nobody: the owners hear of it. */
  action: (typeof TOLD_BY_COMMAND)[number]
  /** Its target is a member's uid: that and the reason are sealed by their key in the log, and go when they leave. */
  isOnMember?: true
  /**
   * Does it, as the operator who proposed it; it calls `operate` itself. It is tried and undone when it is proposed, so
   * that what cannot be done is refused at once, and run once when it is approved. Throws problems.
   */
  run(tx: Tx, proposer: PersonActor, proposal: Proposal): Promise<unknown>
}

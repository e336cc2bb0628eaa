import type { PendingActEffect } from '#contracts/pending-acts.schemas.ts'
import type { OperatorAct, OperatorPermission } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MAILED_BY_COMMAND } from '../lone-acts.ts'
import type { PersonActor } from '../operate.ts'

/** What is proposed: kept as JSON until it is done. */
export interface Proposal {
  /** Of the pending act: what is done is done once under it. */
  id: string
  target: string
  input: Record<string, unknown>
  reason: string
}

/** What an act is done to, as it is at a moment: kept as JSON. */
export type Seen = Record<string, string | boolean | null>

/** How to see what an act is done to: an approval of it as it was is none of it as it is. */
export interface SeenTarget {
  /** Who changes it at the same time waits until the transaction ends. */
  lock(tx: Tx, proposal: Omit<Proposal, 'id'>): Promise<void>
  /** Throws `not_found` where there is none. */
  read(db: Db, proposal: Omit<Proposal, 'id'>): Promise<Seen>
  /** The change from what was seen to what is, in a sentence. */
  said(was: Seen, is: Seen): string
  /** The acts by which the log knows who changed it; none where it is not told by the target. */
  by: readonly OperatorAct[]
  /** What the log has as the target of those, where that is another than the proposal's. */
  loggedOn?(proposal: Omit<Proposal, 'id'>): string
}

/** A kind of act that takes a second person. */
export interface FourEyesAct {
  /** By command it needs no approval: the owners are mailed. */
  action: (typeof MAILED_BY_COMMAND)[number]
  /** Its target is a member's uid: that and the reason are sealed by their key in the log, and go when they leave. */
  isOnMember?: true
  /** Of what changes by itself, such as a balance, there is none: what is moved is the same whatever it is. */
  seen?: SeenTarget
  /** What it does to what is there now, and what one may read to be shown that. Throws as `seen` does. */
  effect(db: Db, proposal: Omit<Proposal, 'id'>): Promise<PendingActEffect>
  effectFor: OperatorPermission
  /**
   * Throws `forbidden` for an operator who would gain by it in a way that their names do not say: they do not approve it.
   * They count as somebody else all the same.
   */
  requireApprover?(db: Db, approver: PersonActor, proposal: Omit<Proposal, 'id'>): Promise<void>
  /**
   * Does it, as the operator who proposed it; it calls `operate` itself. It is tried and undone when it is proposed, so
   * that what cannot be done is refused at once, and run once when it is approved. Throws problems.
   */
  run(tx: Tx, proposer: PersonActor, proposal: Proposal): Promise<unknown>
}

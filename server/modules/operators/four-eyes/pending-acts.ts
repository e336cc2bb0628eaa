import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { OperatorAccessDeps } from '../access/access-deps.ts'
import type { ActMember } from '../member-values.ts'
import { operate, requireRole, type PersonActor } from '../operate.ts'
import { keepActive, operatorById } from '../operator-queries.ts'
import { requireNotOwn } from '../own-account.ts'
import { lockSeen, requireUnchanged } from './changed-since.ts'
import type { FourEyesAct, Proposal, Seen } from './four-eyes-act.ts'
import { announceWaitingAct, askApprovers } from './announce-waiting-act.ts'
import { approversOf, noApprover, othersWhoCould } from './approvers.ts'
import { endStuckProposal, rejectProposal } from './end-proposals.ts'
import {
  decidePendingAct,
  insertPendingAct,
  keptReason,
  lockPendingAct,
  lockSameProposal,
  pendingActById,
  type PendingAct,
} from './pending-act-queries.ts'

type Deps = Pick<OperatorAccessDeps, 'mailer' | 'publicOrigin' | 'secret'>

/** What is proposed, of which kind, and what its target was on the screen of who proposes it. */
export interface Proposed extends Omit<Proposal, 'id'> {
  act: FourEyesAct
  shown?: Seen
}

/**
 * Proposes an act that another operator approves. It is tried and undone first, so that what cannot be done is refused
 * as it would be. Who can approve it is mailed. Where nobody else could, it is done by itself after 24 hours, and the owners are mailed at
 * once: a stolen session of the only owner is seen in time. The same proposal again is answered as it waits: an
 * adjustment that was sent twice is not approved twice. One that nobody is left to approve is taken back for this one. `shown` is what its target was on the screen. Throws `forbidden`,
 * also for who is disabled meanwhile, `conflict` where that is not so any more, and what the act throws.
 */
export async function proposeAct(
  tx: Tx,
  deps: Deps,
  actor: PersonActor,
  { act, shown, ...said }: Proposed,
): Promise<PendingAct> {
  const { action, isOnMember } = act
  requireRole(actor, action)
  await keepActive(tx, actor.operatorId)
  const memberUid = isOnMember ? said.target : null
  const asked = { ...said, reason: await keptReason(tx, { memberUid, reason: said.reason }) }
  const seen = await lockSeen(tx, act, { ...asked, shown })
  const same = await lockSameProposal(tx, { action, ...asked, seen, proposedBy: actor.operatorId })
  if (same && !(await endStuckProposal(tx, actor, same, reasonOf({ memberUid, ...asked }, deps)))) return same
  const { rows } = await sql<{ id: string }>`select new_id('pac') as id`.execute(tx)
  const { id } = rows[0]!
  const proposal = { id, ...asked }
  await undone(tx, async () => await act.run(tx, actor, proposal))
  const { target, input, reason } = proposal
  const others = await othersWhoCould(tx, { action, proposedBy: actor.operatorId, memberUid })
  const waits = others.length === 0
  await operate(tx, actor, {
    action: 'act.propose',
    target: id,
    after: isOnMember ? { action, ...input } : { action, target, ...input },
    ...reasonOf({ memberUid, reason }, deps),
  })
  await insertPendingAct(tx, { action, ...proposal, memberUid, seen, proposedBy: actor.operatorId, waits })
  const proposed = (await pendingActById(tx, id))!
  if (waits) await announceWaitingAct(tx, deps, proposed)
  else await askApprovers(tx, deps, proposed, others)
  return proposed
}

/**
 * Approves what another operator proposed: it is done in this transaction, as theirs, with the approval beside it in the
 * log. Throws `forbidden` for the proposer, for the member it is done to, whom the role does not allow it and whom its kind
 * refuses, `not_found`, and `conflict` where it was decided before, cannot be done any more, or its target changed since it was proposed.
 */
export async function approveAct(
  tx: Tx,
  acts: readonly FourEyesAct[],
  actor: PersonActor,
  { id }: { id: string },
): Promise<PendingAct> {
  const proposed = await waiting(tx, id)
  await requireApprover(tx, acts, actor, proposed)
  await operate(tx, actor, {
    action: 'act.approve',
    target: id,
    before: { state: 'waiting', proposedBy: proposed.proposedBy },
    after: { state: 'done', action: proposed.action },
    ...(proposed.memberUid && { member: { uid: proposed.memberUid } }),
  })
  await decidePendingAct(tx, id, { state: 'done', by: actor.operatorId })
  await runAs(tx, acts, proposed, actor.requestId)
  return (await pendingActById(tx, id))!
}

/** Throws `forbidden` where an act is not the actor's to approve. */
export async function requireApprover(
  db: Db,
  acts: readonly FourEyesAct[],
  actor: PersonActor,
  proposed: PendingAct,
): Promise<void> {
  requireRole(actor, 'act.approve')
  requireRole(actor, proposed.action)
  if (proposed.proposedBy === actor.operatorId)
    throw problem('forbidden', { detail: 'You can’t approve your own proposal.' })
  await requireNotOwn(db, actor, proposed.memberUid)
  if (!(await approversOf(db, proposed)).includes(actor.operatorId))
    throw problem('forbidden', { detail: noApprover })
  await kindOf(acts, proposed).requireApprover?.(db, actor, proposed)
}

/** Rejects a proposal, or takes one's own back. Throws `forbidden` as approving, `not_found` and `conflict`. */
export async function rejectAct(
  tx: Tx,
  actor: PersonActor,
  { id, reason }: { id: string; reason: string },
  deps: Pick<Deps, 'secret'>,
): Promise<PendingAct> {
  const proposed = await waiting(tx, id)
  await requireRejecter(tx, actor, proposed)
  const why = reasonOf({ memberUid: proposed.memberUid, reason }, deps)
  await rejectProposal(tx, actor, proposed, { note: reason, why })
  return (await pendingActById(tx, id))!
}

/** Throws `forbidden` where an act is neither the actor's own proposal nor theirs to reject. */
export async function requireRejecter(
  db: Db,
  actor: PersonActor,
  { action, proposedBy, memberUid }: Pick<PendingAct, 'action' | 'proposedBy' | 'memberUid'>,
): Promise<void> {
  requireRole(actor, 'act.reject')
  if (proposedBy === actor.operatorId) return
  requireRole(actor, action)
  await requireNotOwn(db, actor, memberUid)
}

/** Does it as who proposed it, who must still be allowed to, and to what is as it was then. */
export async function runAs(
  tx: Tx,
  acts: readonly FourEyesAct[],
  proposed: PendingAct,
  requestId?: string,
): Promise<void> {
  const act = kindOf(acts, proposed)
  const proposer = await operatorById(tx, proposed.proposedBy)
  if (!proposer || proposer.disabledAt)
    throw problem('conflict', {
      detail: 'Who proposed it may not act any more. Reject it, and propose it anew.',
    })
  await requireUnchanged(tx, act, proposed)
  const { id: operatorId, name, email, role } = proposer
  await act.run(
    tx,
    { via: 'console', operatorId, name, email, role, ...(requestId && { requestId }) },
    proposed,
  )
}

/** The kind of act that a proposal is. */
function kindOf(acts: readonly FourEyesAct[], proposed: Pick<PendingAct, 'action'>): FourEyesAct {
  const act = acts.find(({ action }) => action === proposed.action)
  if (!act) throw new Error(`${proposed.action} has no four eyes`)
  return act
}

/** A reason as the log keeps it: that of an act on a member is sealed by their key. */
function reasonOf(
  { memberUid, reason }: { memberUid: string | null; reason: string },
  { secret }: Pick<Deps, 'secret'>,
): { reason: string } | { member: ActMember } {
  return memberUid === null ? { reason } : { member: { uid: memberUid, personal: { reason }, secret } }
}

async function waiting(tx: Tx, id: string): Promise<PendingAct> {
  const proposed = await lockPendingAct(tx, id)
  if (!proposed) throw problem('not_found')
  if (proposed.state !== 'waiting' || proposed.isExpired) {
    const by = proposed.decidedByName ? ` by ${proposed.decidedByName}` : ''
    throw problem('conflict', {
      detail: `It is ${proposed.state === 'waiting' ? 'expired' : proposed.state} already${by}.`,
    })
  }
  return proposed
}

/** Does something and takes it back, with its entry and what it enqueued. */
async function undone(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint tried`.execute(tx)
  await work()
  await sql`rollback to savepoint tried`.execute(tx)
}

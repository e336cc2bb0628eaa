import { sql } from 'kysely'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { Proposal, Seen } from './four-eyes-act.ts'

export type PendingState = 'waiting' | 'done' | 'rejected' | 'expired' | 'failed'

export interface PendingAct extends Proposal {
  action: OperatorAct
  /** Of an act on a member: whom it would be done to. */
  memberUid: string | null
  /** What it is done to, as it was when it was proposed. */
  seen: Seen | null
  proposedBy: string
  proposedByName: string
  proposedAt: Date
  runsAt: Date | null
  expiresAt: Date
  state: PendingState
  decidedBy: string | null
  decidedByName: string | null
  decidedAt: Date | null
  note: string | null
}

const select = sql`
  select a.id, a.action, a.target, a.member_uid as "memberUid", a.input, a.seen, a.reason, a.proposed_by as "proposedBy", p.name as "proposedByName",
    a.proposed_at as "proposedAt", a.runs_at as "runsAt", a.expires_at as "expiresAt", a.state,
    a.decided_by as "decidedBy", d.name as "decidedByName", a.decided_at as "decidedAt", a.note
  from pending_act a join operator p on p.id = a.proposed_by left join operator d on d.id = a.decided_by`

export async function pendingActById(db: Db, id: string): Promise<PendingAct | undefined> {
  return (await sql<PendingAct>`${select} where a.id = ${id}`.execute(db)).rows[0]
}

/** The same, locked: of two who decide at once the second sees what the first did. Expired it is by the database's time. */
export async function lockPendingAct(
  tx: Tx,
  id: string,
): Promise<(PendingAct & { isExpired: boolean }) | undefined> {
  const { rows } = await sql<{ isExpired: boolean }>`
    select expires_at <= now() as "isExpired" from pending_act where id = ${id} for update`.execute(tx)
  const act = rows[0] && (await pendingActById(tx, id))
  return act && { ...act, ...rows[0]! }
}

/** Whether an act `a` waits for a second person: what is done by itself after 24 hours has none. */
const isToApprove = sql`(a.state = 'waiting' and a.runs_at is null)`

/** The newest first, in a state or `to_approve` where asked; `before` is the id of the last one on the page before. */
export async function listPendingActs(
  db: Db,
  {
    state,
    before,
    limit,
  }: { state?: PendingState | 'to_approve' | undefined; before: string | null; limit: number },
): Promise<PendingAct[]> {
  // The row itself says when it was proposed, to the microsecond, which no cursor in milliseconds could: none is ever removed.
  const { rows } = await sql<PendingAct>`${select}
    where ${state === undefined ? sql`true` : state === 'to_approve' ? isToApprove : sql`a.state = ${state}`}
      and ${before === null ? sql`true` : sql`(a.proposed_at, a.id) < (select b.proposed_at, b.id from pending_act b where b.id = ${before})`}
    order by a.proposed_at desc, a.id desc limit ${limit}`.execute(db)
  return rows
}

export async function insertPendingAct(
  tx: Tx,
  {
    id,
    action,
    target,
    memberUid,
    input,
    seen,
    reason,
    proposedBy,
    waits,
  }: Proposal & {
    memberUid: string | null
    seen: Seen | null
    action: OperatorAct
    proposedBy: string
    /** Nobody else could approve it. */
    waits: boolean
  },
): Promise<void> {
  await sql`
    insert into pending_act (id, action, target, member_uid, input, seen, reason, proposed_by, runs_at, expires_at)
    values (${id}, ${action}, ${target}, ${memberUid}, ${JSON.stringify(input)}::jsonb, ${jsonOf(seen)}::jsonb, ${reason}, ${proposedBy},
      ${waits ? sql`now() + interval '24 hours'` : sql`null`}, now() + interval '7 days')`.execute(tx)
}

/**
 * What the operator proposed before, to the letter and of the same as it is now, and nobody has decided yet. Proposals
 * of the same act on the same target wait for each other from here on.
 */
export async function lockSameProposal(
  tx: Tx,
  {
    action,
    target,
    input,
    seen,
    reason,
    proposedBy,
  }: Omit<Proposal, 'id'> & { action: OperatorAct; seen: Seen | null; proposedBy: string },
): Promise<PendingAct | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`propose ${action} ${target}`}, 0))`.execute(tx)
  const { rows } = await sql<PendingAct>`${select}
    where a.state = 'waiting' and a.expires_at > now() and a.action = ${action} and a.target = ${target}
      and a.input = ${JSON.stringify(input)}::jsonb and a.seen is not distinct from ${jsonOf(seen)}::jsonb and a.reason = ${reason} and a.proposed_by = ${proposedBy}
    order by a.proposed_at limit 1`.execute(tx)
  return rows[0]
}

function jsonOf(seen: Seen | null): string | null {
  return seen && JSON.stringify(seen)
}

export async function decidePendingAct(
  tx: Tx,
  id: string,
  { state, by, note = null }: { state: PendingState; by: string | null; note?: string | null },
): Promise<void> {
  await sql`
    update pending_act set state = ${state}, decided_by = ${by}, decided_at = now(), note = ${note}
    where id = ${id} and state = 'waiting'`.execute(tx)
}

/**
 * Takes what is personal out of the acts on a member who leaves, and ends those that wait: what would have been done
 * stays, as in the log.
 */
export async function forgetActsOn(db: Db, uid: string): Promise<void> {
  await sql`
    update pending_act
    set member_uid = null, target = 'erased', reason = 'erased', note = null,
      state = case when state = 'waiting' then 'failed' else state end, decided_at = coalesce(decided_at, now())
    where member_uid = ${uid}`.execute(db)
}

/** The reason as it is kept: of an act on a member who has left, no words (the database keeps none either). */
export async function keptReason(
  db: Db,
  { memberUid, reason }: Pick<PendingAct, 'memberUid' | 'reason'>,
): Promise<string> {
  if (memberUid === null) return reason
  const { rows } = await sql`select from member where uid = ${memberUid} and state <> 'deleted'`.execute(db)
  return rows.length > 0 ? reason : 'erased'
}

/** How many acts wait for a second person, and since when. */
export async function waitingActs(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(a.proposed_at) as "oldestAt" from pending_act a
    where ${isToApprove}`.execute(db)
  return rows[0]!
}

/** What is due to be done by itself (`runs`), or was not approved or done until it expired. */
export interface DueAct {
  id: string
  runs: boolean
  isExpired: boolean
}

/** What is due, that which was proposed first before the others; after one. */
export async function dueActs(
  db: Db,
  { after, limit }: { after?: DueAct | undefined; limit: number },
): Promise<DueAct[]> {
  const later = after
    ? sql`and (proposed_at, id) > (select b.proposed_at, b.id from pending_act b where b.id = ${after.id})`
    : sql``
  const { rows } = await sql<DueAct>`
    select id, runs_at is not null as runs, expires_at <= now() as "isExpired" from pending_act
    where state = 'waiting' and coalesce(runs_at, expires_at) <= now() ${later}
    order by proposed_at, id limit ${limit}`.execute(db)
  return rows
}

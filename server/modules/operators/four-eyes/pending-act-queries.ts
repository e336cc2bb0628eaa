import { sql } from 'kysely'
import { mayOperate, OPERATOR_ROLES, type OperatorAct } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { isOwn } from '../own-account.ts'
import type { Proposal } from './four-eyes-act.ts'

export type PendingState = 'waiting' | 'done' | 'rejected' | 'expired' | 'failed'

export interface PendingAct extends Proposal {
  action: OperatorAct
  /** Of an act on a member: whom it would be done to. */
  memberUid: string | null
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
  select a.id, a.action, a.target, a.member_uid as "memberUid", a.input, a.reason, a.proposed_by as "proposedBy", p.name as "proposedByName",
    a.proposed_at as "proposedAt", a.runs_at as "runsAt", a.expires_at as "expiresAt", a.state,
    a.decided_by as "decidedBy", d.name as "decidedByName", a.decided_at as "decidedAt", a.note
  from pending_act a join operator p on p.id = a.proposed_by left join operator d on d.id = a.decided_by`

export async function pendingActById(db: Db, id: string): Promise<PendingAct | undefined> {
  return (await sql<PendingAct>`${select} where a.id = ${id}`.execute(db)).rows[0]
}

/** The same, locked: of two who decide at once the second sees what the first did. */
export async function lockPendingAct(tx: Tx, id: string): Promise<PendingAct | undefined> {
  await sql`select from pending_act where id = ${id} for update`.execute(tx)
  return await pendingActById(tx, id)
}

/** The newest first; `before` is the id of the last one on the page before. */
export async function listPendingActs(
  db: Db,
  { state, before, limit }: { state?: PendingState | undefined; before: string | null; limit: number },
): Promise<PendingAct[]> {
  // The row itself says when it was proposed, to the microsecond, which no cursor in milliseconds could: none is ever removed.
  const { rows } = await sql<PendingAct>`${select}
    where ${state === undefined ? sql`true` : sql`a.state = ${state}`}
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
    reason,
    proposedBy,
    waits,
  }: Proposal & {
    memberUid: string | null
    action: OperatorAct
    proposedBy: string
    /** Nobody else could approve it. */
    waits: boolean
  },
): Promise<void> {
  await sql`
    insert into pending_act (id, action, target, member_uid, input, reason, proposed_by, runs_at, expires_at)
    values (${id}, ${action}, ${target}, ${memberUid}, ${JSON.stringify(input)}::jsonb, ${reason}, ${proposedBy},
      ${waits ? sql`now() + interval '24 hours'` : sql`null`}, now() + interval '7 days')`.execute(tx)
}

/**
 * What the operator proposed before, to the letter, and nobody has decided yet. Proposals of the same act on the same
 * target wait for each other from here on.
 */
export async function lockSameProposal(
  tx: Tx,
  {
    action,
    target,
    input,
    reason,
    proposedBy,
  }: Omit<Proposal, 'id'> & { action: OperatorAct; proposedBy: string },
): Promise<PendingAct | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`propose ${action} ${target}`}, 0))`.execute(tx)
  const { rows } = await sql<PendingAct>`${select}
    where a.state = 'waiting' and a.expires_at > now() and a.action = ${action} and a.target = ${target}
      and a.input = ${JSON.stringify(input)}::jsonb and a.reason = ${reason} and a.proposed_by = ${proposedBy}
    order by a.proposed_at limit 1`.execute(tx)
  return rows[0]
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
 * Takes what is personal out of the acts on a member who leaves, and ends those that wait: what would have been done stays,
 * as in the log.
 */
export async function forgetActsOn(db: Db, uid: string): Promise<void> {
  await sql`
    update pending_act
    set member_uid = null, target = 'erased', reason = 'erased', note = null,
      state = case when state = 'waiting' then 'failed' else state end, decided_at = coalesce(decided_at, now())
    where member_uid = ${uid}`.execute(db)
}

/** How many acts wait for a person, and since when. */
export async function waitingActs(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(proposed_at) as "oldestAt" from pending_act
    where state = 'waiting' and runs_at is null`.execute(db)
  return rows[0]!
}

/** What is due to be done by itself (`runs`), or was not approved or done until it expired. */
export async function dueActs(db: Db): Promise<{ id: string; runs: boolean; isExpired: boolean }[]> {
  const { rows } = await sql<{ id: string; runs: boolean; isExpired: boolean }>`
    select id, runs_at is not null as runs, expires_at <= now() as "isExpired" from pending_act
    where state = 'waiting' and coalesce(runs_at, expires_at) <= now() order by proposed_at, id limit 100`.execute(
    db,
  )
  return rows
}

/** What somebody proposes, and the member it would be done to. */
interface Proposed {
  action: OperatorAct
  proposedBy: string
  memberUid?: string | null
}

/**
 * Who could approve an act that somebody proposes: active, of a role that allows it, with a way in. Not the member whom it
 * would be done to, nor one whom the proposer made or invited within a day, or who did so with the proposer: one person would
 * be both.
 */
export async function approversOf(db: Db, proposed: Proposed): Promise<string[]> {
  const others = await othersBeside(db, proposed, ['operator.add', 'operator.invite'])
  const { rows } = await sql<{ operatorId: string }>`
    select distinct operator_id as "operatorId" from audit_entry
    where target = ${proposed.proposedBy} and operator_id = any(${others}) and via <> 'command'
      and action in ('operator.add', 'operator.invite') and at > crels_now() - interval '24 hours'`.execute(
    db,
  )
  return others.filter((id) => !rows.some(({ operatorId }) => operatorId === id))
}

/**
 * The same with those who can a day later: whom the proposer only invited anew, and who made the proposer. Nobody comes to
 * be alone by inviting who was there.
 */
export async function othersWhoCould(db: Db, proposed: Proposed): Promise<string[]> {
  return await othersBeside(db, proposed, ['operator.add'])
}

async function othersBeside(
  db: Db,
  { action, proposedBy, memberUid = null }: Proposed,
  notAfter: OperatorAct[],
): Promise<string[]> {
  const roles = OPERATOR_ROLES.filter((role) => mayOperate(role, action) && mayOperate(role, 'act.approve'))
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select o.id, o.name, o.email from operator o
    where o.disabled_at is null and o.id <> ${proposedBy} and o.role = any(${roles})
      and (exists (select from operator_passkey k where k.operator_id = o.id)
        or exists (select from operator_authenticator k where k.operator_id = o.id and k.confirmed_at is not null))
      and not exists (select from audit_entry e where e.target = o.id and e.operator_id = ${proposedBy}
        and e.action = any(${notAfter}) and e.via <> 'command' and e.at > crels_now() - interval '24 hours')`.execute(
    db,
  )
  const others: string[] = []
  for (const { id, ...operator } of rows)
    if (memberUid === null || !(await isOwn(db, operator, memberUid))) others.push(id)
  return others
}

/** When an operator was last disabled or given another role, within two days: whoever is alone since may not have been before. */
export async function lastOperatorLost(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from audit_entry
    where action in ('operator.disable', 'operator.change-role') and at > crels_now() - interval '2 days'`.execute(
    db,
  )
  return rows[0]!.at
}

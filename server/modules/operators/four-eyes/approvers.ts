import { sql } from 'kysely'
import { mayOperate, OPERATOR_ROLES, type OperatorAct } from '#rules/operator-permissions.ts'
import type { Db } from '#server/platform/database.ts'
import { isOwn } from '../own-account.ts'

/** What somebody proposes, and the member it would be done to. */
interface Proposed {
  action: OperatorAct
  proposedBy: string
  memberUid?: string | null
}

/** Why one who is none of `approversOf` is refused. */
export const noApprover =
  'You can’t approve this: you or the operator who started it invited the other in the last 24 hours, directly or through others, or you have no passkey or authenticator app.'

/**
 * Who could approve an act that somebody proposes: active, of a role that allows it, with a way in. Not the member whom it
 * would be done to, nor one of whom an invitation within a day leads to the proposer, or from both to a third: one person
 * would be both.
 */
export async function approversOf(db: Db, proposed: Proposed): Promise<string[]> {
  return (await othersBeside(db, proposed)).filter(({ isLinked }) => !isLinked).map(({ id }) => id)
}

/**
 * The same with those who can a day later: whom the proposer only invited anew, and who made the proposer. Whom the
 * proposer made, also by way of others, is none: nobody comes to be alone by inviting who was there, nor gets company by
 * making it.
 */
export async function othersWhoCould(db: Db, proposed: Proposed): Promise<string[]> {
  return (await othersBeside(db, proposed)).filter(({ isMade }) => !isMade).map(({ id }) => id)
}

interface Other {
  id: string
  name: string
  email: string
  /** An invitation within a day leads from them to the proposer, or from both to a third. */
  isLinked: boolean
  /** It made them, and did not only invite them anew. */
  isMade: boolean
}

/**
 * An invitation says nothing of the one who is invited for a day: until then they may be who invited them, and whom they
 * invite in that day may be, too. So each operator is followed back to everyone they may be.
 */
async function othersBeside(
  db: Db,
  { action, proposedBy, memberUid = null }: Proposed,
): Promise<Pick<Other, 'id' | 'isLinked' | 'isMade'>[]> {
  const roles = OPERATOR_ROLES.filter((role) => mayOperate(role, action) && mayOperate(role, 'act.approve'))
  const { rows } = await sql<Other>`
    with recursive may_be (operator_id, who, at, is_made) as (
      select id, id, crels_now(), null::boolean from operator
      union
      select m.operator_id, e.operator_id, e.at, coalesce(m.is_made, e.action = 'operator.add')
      from may_be m join audit_entry e on e.target = m.who
      where e.action in ('operator.add', 'operator.invite') and e.via <> 'command' and e.operator_id is not null
        and e.at <= m.at and e.at > m.at - interval '24 hours'
    ), linked as (
      select o.operator_id, bool_or(coalesce(o.is_made, false)) as is_made
      from may_be o join may_be p on p.who = o.who and p.operator_id = ${proposedBy}
      group by o.operator_id
    )
    select o.id, o.name, o.email, l.operator_id is not null as "isLinked", coalesce(l.is_made, false) as "isMade"
    from operator o left join linked l on l.operator_id = o.id
    where o.disabled_at is null and o.id <> ${proposedBy} and o.role = any(${roles})
      and (exists (select from operator_passkey k where k.operator_id = o.id)
        or exists (select from operator_authenticator k where k.operator_id = o.id and k.confirmed_at is not null))`.execute(
    db,
  )
  const others: Other[] = []
  for (const other of rows) if (memberUid === null || !(await isOwn(db, other, memberUid))) others.push(other)
  return others
}

/**
 * When an operator was last disabled or given another role, within two days: whoever is alone since may not have been
 * before.
 */
export async function lastOperatorLost(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from audit_entry
    where action in ('operator.disable', 'operator.change-role') and at > crels_now() - interval '2 days'`.execute(
    db,
  )
  return rows[0]!.at
}

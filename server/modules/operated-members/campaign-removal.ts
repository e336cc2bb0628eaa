import { sql } from 'kysely'
import type { RemovalReach, ReturnReach } from '#contracts/operator-campaign-removal.schemas.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import { letBackIn, reachOfReturn, removeMember } from '#server/modules/campaigns/public.ts'
import type { ActMember, OperatorActor } from '#server/modules/operators/public.ts'
import { worksWhileActive } from '#server/modules/shortlinks/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

interface EnrolmentOf {
  uid: string
  enrolmentId: string
}

/** `reachOfRemoval` of a member's. Throws `not_found` for an enrolment that is not theirs. */
export async function removalReach(db: Db, { uid, enrolmentId }: EnrolmentOf): Promise<RemovalReach> {
  await requireOf(db, { uid, enrolmentId })
  const { state: _state, ...reach } = await reachOfRemoval(db, enrolmentId)
  return reach
}

/**
 * What removing a member from a campaign touches: how many links work now, and the crels earned in it, which stay. Throws
 * `not_found`.
 */
export async function reachOfRemoval(
  db: Db,
  enrolmentId: string,
): Promise<RemovalReach & { state: EnrolmentState }> {
  const { rows } = await sql<RemovalReach & { state: EnrolmentState }>`
    select
      e.state,
      (select count(*) from link where enrolment_id = e.id and state = 'active' and ${worksWhileActive}) as links,
      earned.*
    from enrolment e, lateral (
      select
        coalesce(sum(crels - reversed_crels) filter (where state = 'available'), 0)::bigint as "availableCrels",
        coalesce(sum(crels - reversed_crels) filter (where state = 'pending'), 0)::bigint as "pendingCrels",
        coalesce(sum(crels - reversed_crels) filter (where state = 'under_review'), 0)::bigint as "reviewCrels"
      from earning where enrolment_id = e.id) earned
    where e.id = ${enrolmentId}`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: `There is no enrolment ${enrolmentId}.` })
  return rows[0]
}

/** Removes a member from a campaign by `removeMember`. Throws `not_found` for an enrolment that is not the member's. */
export async function removeFromCampaign(
  tx: Tx,
  actor: OperatorActor,
  { uid, enrolmentId, reason }: EnrolmentOf & { reason: string },
  sealing: Pick<ActMember, 'secret'>,
): Promise<void> {
  await requireOf(tx, { uid, enrolmentId })
  await removeMember(tx, actor, { enrolmentId, reason }, sealing)
}

/** What letting a removed member back in touches. Throws `not_found` for an enrolment that is not the member's. */
export async function returnReach(db: Db, { uid, enrolmentId }: EnrolmentOf): Promise<ReturnReach> {
  await requireOf(db, { uid, enrolmentId })
  return await reachOfReturn(db, enrolmentId)
}

/** Takes a removal back by `letBackIn`. Throws `not_found` for an enrolment that is not the member's. */
export async function letBackIntoCampaign(
  tx: Tx,
  actor: OperatorActor,
  { uid, enrolmentId, reason }: EnrolmentOf & { reason: string },
  sealing: Pick<ActMember, 'secret'>,
): Promise<void> {
  await requireOf(tx, { uid, enrolmentId })
  await letBackIn(tx, actor, { enrolmentId, reason }, sealing)
}

async function requireOf(db: Db, { uid, enrolmentId }: EnrolmentOf): Promise<void> {
  const { rows } = await sql`select from enrolment where id = ${enrolmentId} and uid = ${uid}`.execute(db)
  if (rows.length === 0) throw unknown({ uid, enrolmentId })
}

function unknown({ uid, enrolmentId }: EnrolmentOf) {
  return problem('not_found', { detail: `${uid} has no enrolment ${enrolmentId}.` })
}

import { sql } from 'kysely'
import type { RemovalReach } from '#contracts/operator-campaign-removal.schemas.ts'
import { removeMember } from '#server/modules/campaigns/public.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

interface EnrolmentOf {
  uid: string
  enrolmentId: string
}

/**
 * What removing a member from a campaign touches: how many links work now, and the crels earned in it, which stay. Throws
 * `not_found` for an enrolment that is not the member's.
 */
export async function removalReach(db: Db, { uid, enrolmentId }: EnrolmentOf): Promise<RemovalReach> {
  const { rows } = await sql<RemovalReach>`
    select
      (select count(*) from link where enrolment_id = e.id and removed_at is null and state = 'active') as links,
      earned.*
    from enrolment e, lateral (
      select
        coalesce(sum(crels - reversed_crels) filter (where state = 'available'), 0)::bigint as "availableCrels",
        coalesce(sum(crels - reversed_crels) filter (where state = 'pending'), 0)::bigint as "pendingCrels",
        coalesce(sum(crels - reversed_crels) filter (where state = 'under_review'), 0)::bigint as "reviewCrels"
      from earning where enrolment_id = e.id) earned
    where e.id = ${enrolmentId} and e.uid = ${uid}`.execute(db)
  if (!rows[0]) throw unknown({ uid, enrolmentId })
  return rows[0]
}

/** Removes a member from a campaign by `removeMember`. Throws `not_found` for an enrolment that is not the member's. */
export async function removeFromCampaign(
  tx: Tx,
  actor: OperatorActor,
  { uid, enrolmentId, reason }: EnrolmentOf & { reason: string },
): Promise<void> {
  const { rows } = await sql`select from enrolment where id = ${enrolmentId} and uid = ${uid}`.execute(tx)
  if (rows.length === 0) throw unknown({ uid, enrolmentId })
  await removeMember(tx, actor, { enrolmentId, reason })
}

function unknown({ uid, enrolmentId }: EnrolmentOf) {
  return problem('not_found', { detail: `${uid} has no enrolment ${enrolmentId}.` })
}

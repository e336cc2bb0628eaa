import { sql } from 'kysely'
import { forgetPayableClicks } from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { DeletedMember, MemberErasure } from '#server/platform/member-erasure.ts'
import { inStep } from '#server/platform/transaction.ts'
import { decideConversionReview } from './decide-conversion-review.ts'
import { postUnlock } from './earning-postings.ts'
import { lockPendingEarning, markAvailable } from './earning-queries.ts'

/**
 * What happens to earnings when their member leaves. Those under review return to the budget; pending ones are unlocked at
 * once, so that the ledger can close the accounts with all that is in them. They stay on record under the
 * party, but for the words of why one was corrected.
 */
export function conversionErasure(db: Db): MemberErasure {
  return {
    name: 'conversions',
    erase: async (member) => await eraseEarnings(db, member),
  }
}

/** The same of one member: in steps, or all of it in the caller's transaction. */
export async function eraseEarnings(
  db: Db,
  { uid, party }: Pick<DeletedMember, 'uid' | 'party'>,
): Promise<void> {
  await forgetDueClicks(db, party)
  for (const conversionId of await conversionsUnderReview(db, party))
    await inStep(db, async (tx) => await giveUp(tx, conversionId))
  for (const id of await pendingEarnings(db, party)) await inStep(db, async (tx) => await unlockNow(tx, id))
  await forgetCorrections(db, party)
  await sql`update earning set uid = party where uid = ${uid}`.execute(db)
  await sql`delete from unlock_notice where party = ${party}`.execute(db)
  await sql`delete from appeal where uid = ${uid}`.execute(db)
  await sql`delete from member_visitor where uid = ${uid}`.execute(db)
}

/** Clicks that were not paid yet go with the member; those still on their way are refused when they come. */
async function forgetDueClicks(db: Db, party: string): Promise<void> {
  // Locked for the moment: clicks that are being paid come before, and are among the pending earnings then.
  const { rows } = await sql<{ id: string }>`
    select id from enrolment where party = ${party} order by id for no key update`.execute(db)
  const enrolmentIds = rows.map(({ id }) => id)
  await forgetPayableClicks(db, enrolmentIds)
  await sql`
    update click_review set state = 'rejected', decided_by = 'account deleted', decided_at = crels_now()
    where enrolment_id = any (${enrolmentIds}) and state = 'under_review'`.execute(db)
}

/** Why a conversion of theirs was corrected, also where it is another member's since. */
async function forgetCorrections(db: Db, party: string): Promise<void> {
  await sql`
    update conversion c set correction_reason = 'erased'
    from conversion o
    where c.corrects is not null and o.id = c.corrects and c.correction_reason <> 'erased'
      and exists (select from enrolment e where e.party = ${party} and e.id in (c.enrolment_id, o.enrolment_id))`.execute(
    db,
  )
}

async function conversionsUnderReview(db: Db, party: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select conversion_id as id from earning where party = ${party} and state = 'under_review' order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function pendingEarnings(db: Db, party: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from earning where party = ${party} and state = 'pending' order by id`.execute(db)
  return rows.map(({ id }) => id)
}

async function giveUp(tx: Tx, conversionId: string): Promise<void> {
  // It may have been decided since it was listed.
  const { rows } = await sql`
    select from conversion where id = ${conversionId} and status = 'under_review' for no key update`.execute(
    tx,
  )
  if (rows.length > 0)
    await decideConversionReview(tx, null, { conversionId, accept: false, reason: 'enrolment_not_active' })
}

async function unlockNow(tx: Tx, id: string): Promise<void> {
  const earning = await lockPendingEarning(tx, id)
  if (!earning) return
  const at = await databaseNow(tx)
  await postUnlock(tx, earning, at)
  await markAvailable(tx, id, at)
}

import { sql } from 'kysely'
import type { ConversionClaim } from '#contracts/conversion-claims.schemas.ts'
import { answerBy, CLAIM_WITHIN_DAYS, isClaimable, OPEN_CLAIMS_MAX } from '#rules/conversion-claim.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { insertClaim, lockOpenClaims, type Claim } from './conversion-claim-queries.ts'
import { conversionClaimViews } from './conversion-claim-view.ts'

export interface ClaimInput {
  campaignId: string
  type: 'lead' | 'sale'
  orderReference: string
  occurredAt: string
  amount?: { currency: string; minor: number }
  note?: string
}

/**
 * Claims a conversion that is missing in a campaign the member is or was in. Throws `not_enrolled`, `claim_exists`,
 * `claim_limit`, and `validation_failed` for a moment in the future or too long ago.
 */
export async function claimConversion(
  tx: Tx,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
  { campaignId, type, orderReference, amount, note, ...input }: ClaimInput,
): Promise<ConversionClaim> {
  const open = await lockOpenClaims(tx, uid)
  const now = await databaseNow(tx)
  const occurredAt = new Date(input.occurredAt)
  if (!isClaimable(occurredAt.getTime(), now.getTime())) throw unclaimable()
  const enrolment = await enrolmentOf(tx, uid, campaignId)
  if (!enrolment) throw problem('not_enrolled')
  if (open >= OPEN_CLAIMS_MAX) throw problem('claim_limit')
  const claim: Claim = {
    id: newId('claim'),
    uid,
    ...enrolment,
    campaignId,
    type,
    orderReference,
    occurredAt,
    reportedAmountMinor: amount?.minor ?? null,
    reportedCurrency: amount?.currency ?? null,
    note: note || null,
    state: 'open',
    createdAt: now,
    answerBy: new Date(answerBy(now.getTime())),
    answeredAt: null,
    answer: null,
    conversionId: null,
  }
  if (!(await insertClaim(tx, { ...claim, party }))) throw problem('claim_exists')
  return (await conversionClaimViews(tx, [claim]))[0]!
}

function unclaimable() {
  return invalidValue('body.occurredAt', `It happened in the last ${CLAIM_WITHIN_DAYS} days.`)
}

/** Where a member has ever been active; who only applied has no link to follow. */
async function enrolmentOf(
  tx: Tx,
  uid: string,
  campaignId: string,
): Promise<{ enrolmentId: string; brandId: string } | undefined> {
  const { rows } = await sql<{ enrolmentId: string; brandId: string }>`
    select e.id as "enrolmentId", c.brand_id as "brandId" from enrolment e join campaign c on c.id = e.campaign_id
    where e.uid = ${uid} and e.campaign_id = ${campaignId} and e.joined_at is not null`.execute(tx)
  return rows[0]
}

import { sql } from 'kysely'
import type { BrandClaim, ConversionClaim } from '#contracts/conversion-claims.schemas.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { Claim } from './conversion-claim-queries.ts'

/** Claims as their member sees them. */
export async function conversionClaimViews(db: Db, claims: Claim[]): Promise<ConversionClaim[]> {
  const titles = await campaignTitles(db, [...new Set(claims.map(({ campaignId }) => campaignId))])
  const made = await conversionsOf(
    db,
    claims.flatMap(({ conversionId }) => conversionId ?? []),
  )
  return claims.map((claim) => ({
    ...said(claim),
    campaign: titles.get(claim.campaignId)!,
    conversion: (claim.conversionId && made.get(claim.conversionId)) || null,
  }))
}

/** A claim as its brand sees it. */
export function brandClaimView(claim: Claim): BrandClaim {
  return { ...said(claim), campaignId: claim.campaignId, conversionId: claim.conversionId }
}

function said({
  reportedAmountMinor,
  reportedCurrency,
  ...claim
}: Claim): Omit<BrandClaim, 'campaignId' | 'conversionId'> {
  const { id, type, orderReference, note, state, answer } = claim
  return {
    id,
    type,
    orderReference,
    note,
    state,
    answer,
    occurredAt: claim.occurredAt.toISOString(),
    amount: reportedAmountMinor === null ? null : { currency: reportedCurrency!, minor: reportedAmountMinor },
    claimedAt: claim.createdAt.toISOString(),
    answerBy: claim.answerBy.toISOString(),
    answeredAt: claim.answeredAt?.toISOString() ?? null,
  }
}

async function conversionsOf(
  db: Db,
  ids: string[],
): Promise<Map<string, NonNullable<ConversionClaim['conversion']>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NonNullable<ConversionClaim['conversion']> & { id: string }>`
    select o.id, c.status, coalesce(e.crels, 0) as crels, coalesce(e.crels - e.reversed_crels, 0) as "leftCrels",
      e.state as "earningState"
    from conversion o join conversion c using (brand_id, event_id) left join earning e on e.conversion_id = c.id
    where o.id = any (${ids}) and not exists (select from conversion n where n.corrects = c.id)`.execute(db)
  return new Map(rows.map(({ id, ...conversion }) => [id, conversion]))
}

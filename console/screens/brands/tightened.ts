import type { CampaignChanges } from '#contracts/campaign-file.schemas.ts'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'

/** What counts for everybody in a campaign at once. */
export interface Tightened {
  perMemberCapCrels?: number
  memberLimit?: number
  countries?: string[]
  endsAt?: string
}

/** Of some changes those that leave members less than before: a lower cap or limit, fewer countries, an earlier end. */
export function tightened(before: CampaignOffer, changes: Partial<CampaignChanges>): Tightened {
  const { perMemberCapCrels: cap, memberLimit, countries, endsAt } = changes
  return {
    ...(isLower(before.perMemberCapCrels, cap) && { perMemberCapCrels: cap }),
    ...(isLower(before.memberLimit, memberLimit) && { memberLimit }),
    ...(countries && isFewer(before.countries, countries) && { countries }),
    ...(endsAt && isEarlier(before.endsAt, endsAt) && { endsAt }),
  }
}

/** Without one there is no limit. What is typed wrong is refused when it is saved. */
function isLower(before: number | null, after: number | null | undefined): after is number {
  return Number.isSafeInteger(after) && (before === null || after! < before)
}

/** None listed means everywhere. */
function isFewer(before: readonly string[], after: readonly string[]): boolean {
  return after.length > 0 && (before.length === 0 || before.some((country) => !after.includes(country)))
}

function isEarlier(before: string | null, after: string): boolean {
  return before === null || Date.parse(after) < Date.parse(before)
}

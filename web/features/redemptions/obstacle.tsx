import type { ReactNode } from 'react'
import { m } from '#messages'
import type { RedemptionTerms } from '#contracts/redemptions.schemas.ts'
import { formatDateTime, formatNumber, formatUsd } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { ProfileLink } from './payout-wait.tsx'
import { TaxFormLink } from './tax-form-link.tsx'

/**
 * What keeps a member from redeeming anything just now, with what to do about it, or else from being paid for it; nothing
 * where nothing does.
 */
export function Obstacle({
  terms,
  usdCents,
}: {
  terms: RedemptionTerms | undefined
  /** What would arrive, as far as it is known. */
  usdCents: number | undefined
}) {
  const obstacle = terms && obstacleText(terms, usdCents)
  // It can be asked for meanwhile.
  if (!obstacle)
    return terms?.pauses.includes('payout') ? (
      <Notice tone="gold">{m.redemptions_payouts_paused()}</Notice>
    ) : null
  return (
    <Notice tone="gold" action={obstacle.mend}>
      {obstacle.text}
    </Notice>
  )
}

/** Whether anything is in the way at all. */
export function isHindered(terms: RedemptionTerms | undefined, usdCents?: number): boolean {
  return terms !== undefined && obstacleText(terms, usdCents) !== null
}

function obstacleText(terms: RedemptionTerms, usdCents = 0): { text: string; mend?: ReactNode } | null {
  if (terms.pauses.includes('exchange')) return { text: m.redemptions_paused() }
  if (terms.pauses.includes('redemption')) return { text: m.redemptions_requests_paused() }
  // What a member cannot mend comes first.
  if (terms.refusal === 'too_young') return { text: m.redemptions_too_young({ age: terms.minimumAge }) }
  if (terms.refusal && terms.blockedBy === 'tax_form')
    return { text: m.redemptions_tax_form_blocked(), mend: <TaxFormLink isThere /> }
  if (terms.refusal) return { text: m.redemptions_country_blocked() }
  if (terms.debt > 0)
    return {
      text: m.redemptions_debt({
        crels: m.common_crels({ count: terms.debt, amount: formatNumber(terms.debt) }),
      }),
    }
  if (terms.frozenUntil) return { text: m.redemptions_frozen({ time: formatDateTime(terms.frozenUntil) }) }
  if (terms.stoppedUntil) return { text: m.redemptions_stopped({ time: formatDateTime(terms.stoppedUntil) }) }
  if (!terms.profileComplete) return { text: m.redemptions_profile(), mend: <ProfileLink /> }
  const text = taxText(terms, usdCents)
  return text === null ? null : { text, mend: <TaxFormLink /> }
}

/** Why a tax form is needed for a payout, or for any there can be; null where none is. */
function taxText({ tax, netUsdCentsMin }: RedemptionTerms, usdCents: number): string | null {
  if (!tax || tax.hasForm) return null
  const { yearUsdCents, thresholdUsdCents } = tax
  if (yearUsdCents + netUsdCentsMin >= thresholdUsdCents)
    return m.tax_needed_any({ paid: formatUsd(yearUsdCents) })
  if (yearUsdCents + usdCents < thresholdUsdCents) return null
  return m.tax_needed({ threshold: formatUsd(thresholdUsdCents) })
}

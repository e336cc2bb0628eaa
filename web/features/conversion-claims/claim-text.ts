import { m } from '#messages'
import type { ConversionClaim } from '#contracts/conversion-claims.schemas.ts'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'

/** A claim's status: a word for the pill, and why and until when. */
export interface ClaimStanding {
  tone: 'green' | 'gold' | 'plain' | 'danger'
  name: string
  text: string
  /** The answer is final: the operator of the site can be asked. */
  mayAsk?: true
}

/** A claim's status at a moment. */
export function claimStanding(claim: ConversionClaim, now: Date): ClaimStanding {
  const { state, campaign, conversion } = claim
  const brand = campaign.brand.name
  const date = formatDate(claim.answeredAt ?? claim.answerBy, now)
  if (state === 'open')
    return new Date(claim.answerBy) < now
      ? {
          tone: 'danger',
          name: m.conversion_claims_state_late(),
          text: m.conversion_claims_late({ brand, date }),
          mayAsk: true,
        }
      : {
          tone: 'gold',
          name: m.conversion_claims_state_open(),
          text: m.conversion_claims_open_until({ brand, date }),
        }
  if (state === 'declined')
    return {
      tone: 'plain',
      name: m.conversion_claims_state_declined(),
      text: m.conversion_claims_declined_closed({ date }),
      mayAsk: true,
    }
  const count = conversion?.leftCrels ?? 0
  const crels = m.common_crels({ count, amount: formatNumber(count) })
  const name = m.conversion_claims_state_accepted()
  // The conversion was reviewed like any other and rejected.
  if (conversion?.status === 'rejected')
    return { tone: 'plain', name, text: m.conversion_claims_accepted_rejected({ date }), mayAsk: true }
  if (conversion?.earningState === 'reversed')
    return { tone: 'plain', name, text: m.conversion_claims_accepted_reversed({ date }), mayAsk: true }
  const recorded =
    conversion?.status === 'under_review'
      ? m.conversion_claims_accepted_under_review
      : conversion?.earningState === 'available'
        ? m.conversion_claims_accepted_available
        : m.conversion_claims_accepted
  return { tone: 'green', name, text: recorded({ date, crels }) }
}

import { m } from '#console-messages'
import { REVIEW_KINDS, type ReviewKind } from '#contracts/operator-reviews.constants.ts'

/** Whether the address names a kind. */
export function isReviewKind(text: string | null): text is ReviewKind {
  return (REVIEW_KINDS as readonly (string | null)[]).includes(text)
}

/** What the kinds are called. */
export const kindNames: Record<ReviewKind, () => string> = {
  conversions: m.review_kind_conversions,
  clicks: m.review_kind_clicks,
  shares: m.review_kind_shares,
  invitations: m.review_kind_invitations,
}

/** What an operator reviews, each a list of its own. */
export const REVIEW_KINDS = ['conversions', 'clicks', 'shares', 'invitations'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

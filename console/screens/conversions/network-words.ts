import { m } from '#console-messages'
import type { ClickReview } from '#contracts/operator-review-shapes.ts'

/** What kinds of networks are called. */
export const networkKindNames: Record<ClickReview['networks'][number]['kind'], () => string> = {
  hosting: m.review_network_hosting,
  mobile: m.review_network_mobile,
  other: m.review_network_other,
}

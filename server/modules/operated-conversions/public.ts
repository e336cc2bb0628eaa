// What other modules may call.
export { conversionReview } from './conversion-review.ts'
export { operatedConversions } from './list-conversions.ts'

// What other modules may call.
export { conversionReview } from './conversion-review.ts'
export { memberStanding } from './member-standing.ts'
export { alikeOf, membersAlike } from './members-alike.ts'
export { operatedConversions } from './list-conversions.ts'

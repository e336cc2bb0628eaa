/** What a link is: of a member's own, the tracking link of an enrolment, a further deep link of it, or of one share. */
export const shortlinkKinds = ['own', 'tracking', 'deep', 'share'] as const
export type ShortlinkKind = (typeof shortlinkKinds)[number]

/** Names of UTM parameters, without their `utm_`. */
export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const

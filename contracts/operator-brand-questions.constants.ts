/** How many rows one call asks about at most: each is a mail to its brand. */
export const QUESTIONS_AT_ONCE_MAX = 20

/** How long a question, and an answer, may be. */
export const questionLengthMax = 1_000

/** How a row stands with its brand: a question waits, all were answered, or none was asked. */
export const BRAND_ASKED = ['waiting', 'answered', 'never'] as const
export type BrandAsked = (typeof BRAND_ASKED)[number]

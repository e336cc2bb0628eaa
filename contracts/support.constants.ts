/** What a support request is about, in the order the form offers it. */
export const SUPPORT_TOPICS = [
  'account',
  'payout',
  'earning',
  'order',
  'technical',
  'abuse',
  'privacy',
  'other',
] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]

/** Characters of a message. */
export const SUPPORT_MESSAGE_MIN = 10
export const SUPPORT_MESSAGE_MAX = 5_000

/** Characters of what an operator who writes first writes about. */
export const SUPPORT_SUBJECT_MAX = 120

/** Pictures that go with a message. */
export const SUPPORT_PICTURES_MAX = 2

/** References that go with a request, and the characters of each. */
export const SUPPORT_REFERENCES_MAX = 3
export const SUPPORT_REFERENCE_MAX = 80

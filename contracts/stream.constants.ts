/** What may change while a member looks on; each names the answers that are to be read again. */
export const streamTopics = [
  'balances',
  'redemptions',
  'rewards',
  'notifications',
  'leaderboard',
  'orders',
  'moments',
] as const
export type StreamTopic = (typeof streamTopics)[number]

/** What members choose by: each kind of notification belongs to one group. */
export const notificationGroups = [
  'account',
  'answers',
  'earnings',
  'points',
  'campaign_changes',
  'campaign_news',
  'friends',
  'check_in',
  'exchange',
  'shop',
  'leaderboard',
] as const
export type NotificationGroup = (typeof notificationGroups)[number]

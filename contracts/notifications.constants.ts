/** What a member is notified of; server/modules/notifications/list-of-notifications.ts says what each is. */
export const notificationKinds = [
  'appeal_answered',
  'claim_answered',
  'click_review_decided',
  'share_review_decided',
  'application_decided',
  'terms_changed',
  'removed',
  'campaign_news',
  'earning_unlocked',
  'points_expiring',
  'support_answered',
  'season_prize',
  'price_hold_ending',
  'redemption_changed',
  'freeze_used',
  'friend_joined',
  'friend_paid',
  'friend_under_review',
  'friend_refused',
] as const
export type NotificationKindName = (typeof notificationKinds)[number]

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
  'news',
] as const
export type NotificationGroup = (typeof notificationGroups)[number]

/** By mail at once, together once a day, or not. */
export const mailChoices = ['now', 'daily', 'off'] as const
export type MailChoice = (typeof mailChoices)[number]

/** By which channels a member hears of a group. */
export interface NotificationChoice {
  /** In the inbox. */
  inApp: boolean
  mail: MailChoice
  /** On devices that were allowed to show notifications. */
  push: boolean
}

/** Of what concerns the account itself the inbox and the mail are mandatory; whether devices ring is a choice. */
export function isMandatory(group: NotificationGroup): boolean {
  return group === 'account'
}

const always: NotificationChoice = { inApp: true, mail: 'now', push: true }

/** For members who never chose. News is advertising: only for those who asked for it. */
export const defaultChoices: Record<NotificationGroup, NotificationChoice> = {
  account: always,
  answers: always,
  earnings: always,
  points: always,
  campaign_changes: always,
  campaign_news: { inApp: false, mail: 'off', push: false },
  friends: { inApp: true, mail: 'daily', push: true },
  // Made by the member's own check-in, who is there to read it.
  check_in: { inApp: true, mail: 'off', push: false },
  // Minutes: a mail is too slow.
  exchange: { inApp: true, mail: 'off', push: true },
  shop: always,
  leaderboard: always,
  // Of the platform or a campaign one is in, written by the operator.
  news: { inApp: true, mail: 'daily', push: false },
}

/** A group's choice with what a member chose; the inbox and mails of a mandatory group are always on. */
export function choiceOf(
  group: NotificationGroup,
  chosen: Partial<NotificationChoice> = {},
): NotificationChoice {
  const { inApp, mail, push } = { ...defaultChoices[group], ...chosen }
  return isMandatory(group) ? { ...always, push } : { inApp, mail, push }
}

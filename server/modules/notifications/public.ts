export type { Notification } from './list-of-notifications.ts'
export { choiceAbout, membersWhoWant } from './notification-choices.ts'
export { notifyDecidedClicks, notifyMembers } from './notify-members.ts'

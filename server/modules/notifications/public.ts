export { announce, countListeners, listAnnouncements, withdrawAnnouncement } from './announcements.ts'
export type { Notification } from './list-of-notifications.ts'
export { choiceAbout, membersWhoWant } from './notification-choices.ts'
export { notifyDecidedClicks, notifyMembers, withdrawNotification } from './notify-members.ts'

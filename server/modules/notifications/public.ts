export { liftAddress } from './lift-address.ts'
export { announce, countListeners, listAnnouncements, withdrawAnnouncement } from './announcements.ts'
export { crelsBackText } from './money-kinds.ts'
export { contentOf, type Notification } from './list-of-notifications.ts'
export { choiceAbout, membersWhoWant } from './notification-choices.ts'
export {
  notifyDecidedClicks,
  notifyMembers,
  notifyTakenBack,
  withdrawNotification,
} from './notify-members.ts'

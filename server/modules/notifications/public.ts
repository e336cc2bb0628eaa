export type { Notification } from './list-of-notifications.ts'
export { notifyDecidedClicks, notifyMembers } from './notify-members.ts'

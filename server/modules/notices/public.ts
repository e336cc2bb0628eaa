export { notifyDecidedClicks, notifyMembers, type Notice } from './notify-members.ts'

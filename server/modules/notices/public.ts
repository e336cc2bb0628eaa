export { noteDecidedClicks, noteMembers, type Notice } from './note-members.ts'

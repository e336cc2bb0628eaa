export { noteDecidedClicks, noteMembers, type Notice } from './note-members.ts'
export { noticeErasure } from './notice-erasure.ts'

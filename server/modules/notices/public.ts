export { noteDecidedClicks, noteMembers, type Notice } from './note-members.ts'
export { noticeTraces } from './notice-traces.ts'

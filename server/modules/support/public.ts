// What other modules may call. Every write takes the caller's transaction first.
export { answerRequest, assignRequest, closeRequest, reopenRequest } from './answer-request.ts'
export { lookAtPicture } from './look-at-picture.ts'
export { lookAtRequest } from './look-at-request.ts'
export { requestSupport } from './request-support.ts'
export type { SupportDeps } from './support-deps.ts'
export { topicNames } from './support-mail.ts'
export { queuedRequest, queuedRequests } from './support-queue.ts'
export { writeToMember } from './write-to-member.ts'

export { waitingQueues } from './count-queues.ts'
export { deletionWhy, isStuck } from './deletion-inbox.ts'
export { previewDisabling } from './preview-disabling.ts'
export { reviewedQueues, waitingRows, type ReviewedQueue } from './waiting-rows.ts'

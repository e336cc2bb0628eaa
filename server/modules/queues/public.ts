export { deletionWhy, isStuck } from './deletion-inbox.ts'

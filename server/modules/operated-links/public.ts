// What other modules may call.
export { operatedLinks } from './operated-link.ts'

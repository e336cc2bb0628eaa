// What other modules may call.
export { originsOf } from './entry-origins.ts'

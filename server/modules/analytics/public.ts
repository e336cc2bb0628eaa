// What other modules may call.
export { askedDates } from './asked-period.ts'

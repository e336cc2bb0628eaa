// What other modules may call.
export { askedDates, askedZone } from './asked-period.ts'

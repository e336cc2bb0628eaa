export { currentRate, type Rate } from './rate-queries.ts'

export { pointsErasure } from './points-erasure.ts'

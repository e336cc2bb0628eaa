export { pointsTraces } from './points-traces.ts'

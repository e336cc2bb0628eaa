export {
  isPaused,
  lastSwitch,
  requireOpen,
  switchFeature,
  type PausableFeature,
  type Switched,
} from './pauses.ts'

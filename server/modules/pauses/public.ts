export {
  isPaused,
  lastSwitch,
  pausedFeatures,
  requireOpen,
  switchFeature,
  type PausableFeature,
  type Switched,
} from './pauses.ts'

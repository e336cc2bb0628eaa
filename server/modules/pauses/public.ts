export {
  isPaused,
  keepOpen,
  lastSwitch,
  pausedFeatures,
  requireOpen,
  switchFeature,
  type PausableFeature,
  type Switched,
} from './pauses.ts'

export { payoutEffects } from './payout-effects.ts'

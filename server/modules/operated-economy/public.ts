export { payoutEffects } from './payout-effects.ts'
export { setCurrencyAct } from './propose-currency.ts'

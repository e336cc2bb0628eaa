export { pauseNow } from './pause-now.ts'
export { payoutEffects } from './payout-effects.ts'
export { previewCurrency } from './preview-currency.ts'
export { setCurrencyAct } from './propose-currency.ts'

export {
  currencyRateOn,
  listCurrencyRates,
  rateHeldUntil,
  requireRates,
  setCurrencyRates,
  usdCentsOn,
  type CurrencyRate,
  withdrawCurrencyRate,
  type SetCurrencyRate,
} from './currency-rates.ts'
export { createQuote } from './create-quote.ts'
export { reachOfExchange, type ExchangeReach, type FrozenOffer } from './quote-queries.ts'
export {
  currentRate,
  exchangeHistory,
  exchangeNow,
  lastExchangeSwitch,
  listRates,
  type ExchangeChange,
  type ExchangeNow,
  type Rate,
} from './rate-queries.ts'
export { setRateAct } from './propose-rate.ts'
export { LargeRateChange, setRate, type NewRate } from './set-rate.ts'
export { switchExchange } from './switch-exchange.ts'
export { useQuote } from './use-quote.ts'

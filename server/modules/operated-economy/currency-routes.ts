import * as currencies from '#contracts/operator-currencies.endpoints.ts'
import type { OperatedCurrencyRate } from '#contracts/operator-currencies.schemas.ts'
import { utcDate } from '#rules/utc-date.ts'
import { listCurrencyRates, type SetCurrencyRate } from '#server/modules/exchange/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { previewCurrency } from './preview-currency.ts'

/** What other currencies are worth, for sales that brands report in them and for SEPA transfers. */
export const currencyRoutes: Route[] = [
  bind(currencies.listCurrencyRates, async ({ db }) => {
    const today = utcDate(await databaseNow(db))
    return { items: (await listCurrencyRates(db, today)).map((rate) => view(rate, today)) }
  }),
  bind(currencies.previewCurrencyRate, async ({ db, params, query }) =>
    previewCurrency(db, { ...params, ...query, day: query.day ?? utcDate(await databaseNow(db)) }),
  ),
]

function view({ setAt, ...rate }: SetCurrencyRate, today: string): OperatedCurrencyRate {
  const isComing = rate.day > today
  return {
    ...rate,
    setAt: setAt.toISOString(),
    isHeld: !isComing && today <= rate.heldUntil,
    isComing,
  }
}

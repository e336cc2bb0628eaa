import { sql } from 'kysely'
import { currencyRateOn, setCurrencyRates, withdrawCurrencyRate } from '#server/modules/exchange/public.ts'
import type { FourEyesAct } from '#server/modules/operators/public.ts'
import { dayStart, previewCurrency } from './preview-currency.ts'

/** What is proposed of a currency: its rate on a day, or null to take that of the day away. */
interface ProposedRate {
  day: string
  usdPerUnit: string | null
}

/** What a currency is worth on a day, as an act that takes a second person; its target is the code of the currency. */
export const setCurrencyAct: FourEyesAct = {
  action: 'currency.set',
  seen: {
    lock: async (tx, { target: currency }) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`currency ${currency}`}, 0))`.execute(tx)
    },
    read: async (db, { target: currency, input }) => {
      const { day } = rateIn(input)
      return { currency, usdPerUnit: (await currencyRateOn(db, currency, dayStart(day)))?.usdPerUnit ?? null }
    },
    said: (was, is) => `1 ${is.currency} was ${worth(was.usdPerUnit)} and is ${worth(is.usdPerUnit)} now.`,
    // The log has all currencies as one target.
    by: [],
  },
  effectFor: 'read.money',
  effect: async (db, { target: currency, input }) => {
    const { day, usdPerUnit } = rateIn(input)
    return {
      kind: 'currency',
      currency,
      day,
      after: usdPerUnit,
      ...(await previewCurrency(db, { currency, day, usdPerUnit })),
    }
  },
  run: async (tx, actor, { target: currency, input }) => {
    const { day, usdPerUnit } = rateIn(input)
    if (usdPerUnit === null) await withdrawCurrencyRate(tx, actor, { currency, day })
    else await setCurrencyRates(tx, actor, { rates: [{ currency, day, usdPerUnit }] })
  },
}

const rateIn = (input: Record<string, unknown>) => input as unknown as ProposedRate

const worth = (usdPerUnit: string | boolean | null | undefined) =>
  typeof usdPerUnit === 'string' ? `$${usdPerUnit}` : 'without a rate'

import { sql } from 'kysely'

/** What a brand reported as paid, of the conversion `c`: null of a lead without an amount. */
export const saleAmount = sql`
  case when c.sale_usd_cents is not null
    then jsonb_build_object('currency', coalesce(c.reported_currency, 'USD'),
                            'minor', coalesce(c.reported_amount_minor, c.sale_usd_cents)) end`

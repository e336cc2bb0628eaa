import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Adds up the quarters of some UTC days (`YYYY-MM-DD`) anew, after any of them was written. */
export async function addUpDays(tx: Tx, days: string[]): Promise<void> {
  await sql`
    insert into insight_day (day, sign_ups, verified, joined, clicked, converted, cashed_out, clicks, campaign_clicks,
      refused_clicks, accepted, rejected, reversed, sale_usd_cents, crels)
    select d.day, sum(sign_ups), sum(verified), sum(joined), sum(clicked), sum(converted), sum(cashed_out), sum(clicks),
      sum(campaign_clicks), sum(refused_clicks), sum(accepted), sum(rejected), sum(reversed), sum(sale_usd_cents), sum(crels)
    from unnest(${days}::date[]) d (day) join insight_quarter q
      on q.quarter >= d.day::timestamp at time zone 'UTC' and q.quarter < (d.day + 1)::timestamp at time zone 'UTC'
    group by 1
    on conflict (day) do update set sign_ups = excluded.sign_ups, verified = excluded.verified, joined = excluded.joined,
      clicked = excluded.clicked, converted = excluded.converted, cashed_out = excluded.cashed_out,
      clicks = excluded.clicks, campaign_clicks = excluded.campaign_clicks, refused_clicks = excluded.refused_clicks,
      accepted = excluded.accepted, rejected = excluded.rejected, reversed = excluded.reversed,
      sale_usd_cents = excluded.sale_usd_cents, crels = excluded.crels`.execute(tx)
}

/** Adds up the days of campaigns in the month of a UTC day (`YYYY-MM-DD`) anew, after it was written. */
export async function addUpMonth(tx: Tx, day: string): Promise<void> {
  const month = sql`date_trunc('month', ${day}::date)::date`
  await sql`delete from insight_campaign_month where month = ${month}`.execute(tx)
  await sql`
    insert into insight_campaign_month (month, campaign_id, clicks, refused_clicks, accepted, rejected, reversed,
      sale_usd_cents, crels)
    select ${month}, campaign_id, sum(clicks), sum(refused_clicks), sum(accepted), sum(rejected), sum(reversed),
      sum(sale_usd_cents), sum(crels)
    from insight_campaign_day where day >= ${month} and day < ${month} + interval '1 month' group by campaign_id`.execute(
    tx,
  )
}

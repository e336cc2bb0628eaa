import { sql } from 'kysely'
import type { TaxForm } from '#rules/tax-profile.ts'
import type { Db } from '#server/platform/database.ts'

/** What was paid to one member in a calendar year (UTC), by quarter. */
export interface YearlyPayouts {
  /** Who left is known by their party. */
  uid: string
  /** Of each of four quarters: dollars that arrived, the fee that was kept, and how many payouts, in their order. */
  quarters: { usdCents: number; feeUsdCents: number; payouts: number }[]
}

/** Of a redemption `r` that was paid in a calendar year, by the day of its payment. */
export const inYear = (year: number) => sql`
  r.state = 'paid' and r.paid_on between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`

/** A page of who was paid in a year, by their uid, from after one on. */
export async function yearlyPayouts(
  db: Db,
  { year, after, limit }: { year: number; after: string; limit: number },
): Promise<YearlyPayouts[]> {
  const { rows } = await sql<YearlyPayouts>`
    select uid, jsonb_agg(jsonb_build_object('usdCents', coalesce(usd_cents, 0),
        'feeUsdCents', coalesce(fee_usd_cents, 0), 'payouts', coalesce(payouts, 0)) order by quarter) as quarters
    from (select distinct r.uid from redemption r where ${inYear(year)} and r.uid > ${after}
          order by r.uid limit ${limit}) who
    cross join generate_series(1, 4) as quarter
    left join lateral (
      -- A fee that the quote has in crels is worth them at its rate.
      select sum(r.usd_cents) as usd_cents, count(*) as payouts,
        sum(coalesce(q.fee_usd_cents, round(q.fee_crels * 100 / q.usd_to_crels)::bigint)) as fee_usd_cents
      from redemption r join exchange_quote q on q.id = r.quote_id
      where r.uid = who.uid and ${inYear(year)}
        and extract(quarter from r.paid_on) = quarter) paid on true
    group by uid order by uid`.execute(db)
  return rows
}

/** What was paid in a calendar year (UTC), and to how many. */
export interface PaidYear {
  year: number
  members: number
  payouts: number
  usdCents: number
}

/** The years in which anything was paid, the newest first. */
export async function paidYears(db: Db): Promise<PaidYear[]> {
  const { rows } = await sql<PaidYear>`
    select extract(year from paid_on)::int as year, count(distinct uid)::int as members,
      count(*)::int as payouts, sum(usd_cents)::bigint as "usdCents"
    from redemption where state = 'paid' group by 1 order by 1 desc`.execute(db)
  return rows
}

/** How many who were paid in a year have none of some tax forms. */
export async function paidWithoutForm(
  db: Db,
  { year, forms }: { year: number; forms: readonly TaxForm[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select distinct r.uid from redemption r where ${inYear(year)}) who
    where not exists (select from tax_profile t where t.uid = who.uid and t.form = any (${[...forms]}))`.execute(
    db,
  )
  return rows[0]!.count
}

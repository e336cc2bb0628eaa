import { sql } from 'kysely'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import { inYear } from './yearly-payouts.ts'

/** What one member was paid in a year (UTC), for taxes. Who left is known by their party alone. */
export interface YearlyTotal {
  uid: string
  fullName: string | null
  email: string | null
  country: string | null
  redemptions: number
  crels: number
  usdCents: number
}

/** Every member who was paid in a year, by what they were paid, the most first. */
export async function yearlyTotals(db: Db, year: number): Promise<YearlyTotal[]> {
  const { rows } = await sql<YearlyTotal>`
    select r.uid, m.full_name as "fullName", m.email, m.country_of_residence as country,
           count(*) as redemptions, sum(r.crels)::bigint as crels, sum(r.usd_cents)::bigint as "usdCents"
    from redemption r left join member m on m.uid = r.uid
    where ${inYear(year)}
    group by r.uid, m.full_name, m.email, m.country_of_residence
    order by sum(r.usd_cents) desc, r.uid`.execute(db)
  return rows
}

/** The same as a file. */
export function yearlyTotalsCsv(totals: YearlyTotal[]): string {
  const lines = [
    ['member', 'name', 'email', 'country', 'redemptions', 'crels', 'usd'],
    ...totals.map(({ uid, fullName, email, country, redemptions, crels, usdCents }) => [
      uid,
      fullName ?? '',
      email ?? '',
      country ?? '',
      redemptions,
      crels,
      (usdCents / 100).toFixed(2),
    ]),
  ]
  return lines.map(csvLine).join('')
}

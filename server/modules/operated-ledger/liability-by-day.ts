import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { LiabilityDay } from '#contracts/operator-ledger.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { date } from '#contracts/shapes.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import { closedDays } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'

/** PostgreSQL has no year 0. */
const place = z.tuple([date.check(z.regex(/^[1-9]/))])

/** What members had at the end of each closed day, the latest first, at the rate of that moment. */
export async function liabilityPage(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<LiabilityDay>> {
  const before = cursor === undefined ? null : decodeCursor(place, cursor)[0]
  const balances = await closedDays(db, { before, days: limit + 1 })
  const days = [...new Set(balances.map(({ day }) => day))]
  const rates = await ratesAtEndOf(db, days)
  const rows = days.map((day): LiabilityDay => {
    const of = (code: string, asset = 'CREL') =>
      balances.find((row) => row.day === day && row.code === code && row.asset === asset)?.posted ?? 0
    const crels = of('member.available') + of('member.pending')
    const usdToCrels = rates.get(day)!
    return {
      day,
      crels,
      points: of('member.points', 'PTS'),
      budgetCrels: of('campaign.budget'),
      debtCrels: Math.max(0, -of('member.debt')),
      usdToCrels,
      usdCents: worthInUsdCents(crels, usdToCrels),
    }
  })
  return pageOf(rows, limit, ({ day }) => [day])
}

/** The rate in force at the end of each day; before the first one it is that. */
async function ratesAtEndOf(db: Db, days: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ day: string; rate: string }>`
    select d.day::text as day, trim_scale(coalesce(
      (select r.usd_to_crels from exchange_rate r
        where r.set_at < (d.day + 1)::timestamp at time zone 'UTC' order by r.id desc limit 1),
      (select r.usd_to_crels from exchange_rate r order by r.id limit 1)))::text as rate
    from unnest(${days as string[]}::date[]) d (day)`.execute(db)
  return new Map(rows.map(({ day, rate }) => [day, rate]))
}

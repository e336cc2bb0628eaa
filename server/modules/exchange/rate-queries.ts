import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export interface Rate {
  /** Crels for one US dollar, as a decimal string with at most 6 decimals. */
  usdToCrels: string
  setAt: Date
}

/** The rate in force. */
export async function currentRate(db: Db): Promise<Rate> {
  const { rows } = await sql<{ rate: string; set_at: Date }>`
    select trim_scale(usd_to_crels)::text as rate, set_at from exchange_rate order by id desc limit 1`.execute(
    db,
  )
  return { usdToCrels: rows[0]!.rate, setAt: rows[0]!.set_at }
}

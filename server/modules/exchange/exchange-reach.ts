import { sql } from 'kysely'
import { crelsOfMembers } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'

/** What a new rate or a pause touches. */
export interface ExchangeReach {
  /** Available and pending crels of all members. */
  crels: number
  /** Quotes that hold now. */
  quotes: number
}

export async function reachOfExchange(db: Db): Promise<ExchangeReach> {
  const { rows } = await sql<{ quotes: number }>`
    select count(*) as quotes from exchange_quote q
    where q.used_at is null and q.expires_at > crels_now()
      and q.switch_id = (select max(s.id) from exchange_switch s)
      and not exists (select from exchange_quote n where n.party = q.party and n.seq > q.seq)`.execute(db)
  return { crels: await crelsOfMembers(db), quotes: rows[0]!.quotes }
}

import { sql } from 'kysely'
import { crelsOfMembers } from '#server/modules/ledger/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** What a quote freezes. */
export interface FrozenOffer {
  direction: 'usd' | 'crels'
  /** Crels for one US dollar, as a decimal string. */
  usdToCrels: string
  feeBps: number
  /** What the member pays. */
  crels: number
  /** What arrives. */
  usdCents: number
  baseCrels: number | null
  feeCrels: number | null
  grossUsdCents: number | null
  feeUsdCents: number | null
}

export interface NewQuote extends FrozenOffer {
  id: string
  party: string
  switchId: number
  minutes: number
}

/** What a quote `q` froze. */
const frozenColumns = sql`q.direction, trim_scale(q.usd_to_crels)::text as "usdToCrels", q.fee_bps as "feeBps", q.crels,
  q.usd_cents as "usdCents", q.base_crels as "baseCrels", q.fee_crels as "feeCrels",
  q.gross_usd_cents as "grossUsdCents", q.fee_usd_cents as "feeUsdCents"`

/** Of a quote `q`: it may be used now. */
export const quoteHolds = sql`q.used_at is null and q.expires_at > crels_now()
  and q.switch_id = (select max(s.id) from exchange_switch s)
  and not exists (select from exchange_quote n where n.party = q.party and n.seq > q.seq)`

/** What a new rate or a pause touches. */
export interface ExchangeReach {
  /** Available and pending crels of all members. */
  crels: number
  /** Quotes that hold now. */
  quotes: number
}

/** What a new rate or a pause touches now. */
export async function reachOfExchange(db: Db): Promise<ExchangeReach> {
  const { rows } = await sql<{ quotes: number }>`
    select count(*) as quotes from exchange_quote q
    where ${quoteHolds}`.execute(db)
  return { crels: await crelsOfMembers(db), quotes: rows[0]!.quotes }
}

/** The quote of a member that holds now, locked until the transaction ends. */
export async function lockHeldQuote(tx: Tx, party: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from exchange_quote
    where seq = (select max(seq) from exchange_quote where party = ${party}) and used_at is null and expires_at > crels_now()
    for update`.execute(tx)
  return rows[0]?.id
}

/** The quote of a member that could be used now. */
export async function findHeldQuote(
  db: Db,
  party: string,
): Promise<(FrozenOffer & { id: string; expiresAt: Date; expiresInSec: number }) | undefined> {
  const { rows } = await sql<FrozenOffer & { id: string; expiresAt: Date; expiresInSec: number }>`
    select q.id, ${frozenColumns}, q.expires_at as "expiresAt",
           floor(extract(epoch from q.expires_at - crels_now()))::int as "expiresInSec"
    from exchange_quote q where q.party = ${party} and ${quoteHolds}`.execute(db)
  return rows[0]
}

/** Records a quote and answers until when it holds. */
export async function insertQuote(tx: Tx, quote: NewQuote): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into exchange_quote (id, party, direction, usd_to_crels, fee_bps, crels, usd_cents, base_crels, fee_crels,
                                gross_usd_cents, fee_usd_cents, switch_id, expires_at)
    values (${quote.id}, ${quote.party}, ${quote.direction}, ${quote.usdToCrels}::numeric, ${quote.feeBps},
            ${quote.crels}, ${quote.usdCents}, ${quote.baseCrels}, ${quote.feeCrels}, ${quote.grossUsdCents},
            ${quote.feeUsdCents}, ${quote.switchId}, crels_now() + make_interval(mins => ${quote.minutes}))
    returning expires_at as "expiresAt"`.execute(tx)
  return rows[0]!.expiresAt
}

export interface LockedQuote extends FrozenOffer {
  id: string
  expired: boolean
  used: boolean
  /** A newer one was made, or the exchange was paused since. */
  voided: boolean
}

/** A member's quote, locked until the transaction ends; undefined for another member's. */
export async function lockQuote(tx: Tx, party: string, id: string): Promise<LockedQuote | undefined> {
  const { rows } = await sql<LockedQuote>`
    select q.id, ${frozenColumns}, q.expires_at <= crels_now() as expired, q.used_at is not null as used,
           exists (select from exchange_quote n where n.party = q.party and n.seq > q.seq)
             or q.switch_id <> (select max(s.id) from exchange_switch s) as voided
    from exchange_quote q where q.id = ${id} and q.party = ${party} for update`.execute(tx)
  return rows[0]
}

/** Marks a locked quote used. */
export async function markUsed(tx: Tx, id: string): Promise<void> {
  await sql`update exchange_quote set used_at = crels_now() where id = ${id}`.execute(tx)
}

/** Removes quotes that were never used and expired a week ago, a batch at a time; answers how many. */
export async function forgetQuotes(db: Db, batch = 1_000): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from exchange_quote where seq in (
        select seq from exchange_quote where used_at is null and expires_at < crels_now() - interval '7 days'
        order by expires_at limit ${batch} for update skip locked)`.execute(db)
    forgotten += Number(numAffectedRows)
    if (numAffectedRows < batch) return forgotten
  }
}

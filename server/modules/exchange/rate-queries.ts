import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

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

/** The exchange at this moment: its rate, and whether it is open. */
export interface ExchangeNow extends Rate {
  paused: boolean
  /** The last turn of the switch; a quote made before it is void. */
  switchId: number
}

/** Rate and switch, both of one moment. */
export async function exchangeNow(db: Db): Promise<ExchangeNow> {
  const { rows } = await sql<ExchangeNow>`
    select trim_scale(r.usd_to_crels)::text as "usdToCrels", r.set_at as "setAt", s.paused, s.id as "switchId"
    from (select * from exchange_rate order by id desc limit 1) r,
         (select * from exchange_switch order by id desc limit 1) s`.execute(db)
  return rows[0]!
}

/** Who changed something about the exchange, and why. */
export interface Author {
  author: string
  reason: string
}

/** Locks rate and switch until the transaction ends. */
export async function lockExchange(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('exchange'))`.execute(tx)
}

export async function insertRate(tx: Tx, usdToCrels: string, { author, reason }: Author): Promise<void> {
  await sql`
    insert into exchange_rate (usd_to_crels, set_by, reason) values (${usdToCrels}::numeric, ${author}, ${reason})`.execute(
    tx,
  )
}

export async function insertSwitch(tx: Tx, paused: boolean, { author, reason }: Author): Promise<void> {
  await sql`insert into exchange_switch (paused, set_by, reason) values (${paused}, ${author}, ${reason})`.execute(
    tx,
  )
}

/** A rate with who set it. */
export interface RateRow extends Rate, Author {
  id: number
}

/** Every rate, the newest first; `before` is the id of the last one on the page before. */
export async function listRates(
  db: Db,
  { before, limit }: { before: number | null; limit: number },
): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select id, trim_scale(usd_to_crels)::text as "usdToCrels", set_by as author, reason, set_at as "setAt"
    from exchange_rate where ${before === null ? sql`true` : sql`id < ${before}`} order by id desc limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The last turn of the switch, with who turned it. */
export async function lastExchangeSwitch(db: Db): Promise<Author & { paused: boolean; at: Date }> {
  const { rows } = await sql<Author & { paused: boolean; at: Date }>`
    select paused, set_by as author, reason, set_at as at from exchange_switch order by id desc limit 1`.execute(
    db,
  )
  return rows[0]!
}

/** Something that was changed about the exchange. */
export interface ExchangeChange extends Author {
  at: Date
  /** The new rate, or whether it was paused. */
  change: { usdToCrels: string } | { paused: boolean }
}

/** Every change of rate and switch, newest first. */
export async function exchangeHistory(db: Db, limit: number): Promise<ExchangeChange[]> {
  const { rows } = await sql<ExchangeChange>`
    (select set_at as at, set_by as author, reason, id, jsonb_build_object('usdToCrels', trim_scale(usd_to_crels)::text) as change
     from exchange_rate order by id desc limit ${limit})
    union all
    (select set_at, set_by, reason, id, jsonb_build_object('paused', paused)
     from exchange_switch order by id desc limit ${limit})
    order by at desc, id desc limit ${limit}`.execute(db)
  return rows.map(({ at, author, reason, change }) => ({ at, author, reason, change }))
}

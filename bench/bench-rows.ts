import { sql, type RawBuilder } from 'kysely'

/** What rows of one list are made with: of a brand, in its campaigns, and how many. */
export interface Made {
  brandId: string
  campaign: RawBuilder<unknown>
  count: number
}

/** Of the nth row: its member, and in the ledger. */
export const uid = sql`'usr_bench' || n`
export const party = sql`'pty_' || md5('bench ' || n)`
/** Spread over a year, so that an order by time is none by number. */
export const at = sql`now() - (n::bigint * 7919 % 31536000) * interval '1 second' - interval '1 hour'`
/** An id of the nth row; `of` tells two kinds of rows with one prefix apart. */
export const id = (prefix: string, of = prefix) => sql`${sql.lit(prefix)} || md5(${sql.lit(of)} || n)`
export const series = (count: number) => sql`generate_series(1, ${sql.lit(count)}::int) n`

import { sql } from 'kysely'
import type { RedemptionState } from '#rules/redemption-state.ts'
import type { Db } from '#server/platform/database.ts'

/** The first day of this calendar year (UTC). */
export const thisYear = sql`date_trunc('year', crels_now() at time zone 'UTC')::date`

/** What may still be paid. */
export const underWay = ['requested', 'approved', 'sending'] as const satisfies RedemptionState[]

/**
 * US cents that were paid to a party in this calendar year (UTC), with what is in some states, whenever it was asked for;
 * one redemption can be left out.
 */
export async function yearUsdCents(
  db: Db,
  party: string,
  { states = underWay, but }: { states?: readonly RedemptionState[]; but?: string | undefined } = {},
): Promise<number> {
  const { rows } = await sql<{ usdCents: number }>`
    select coalesce(sum(usd_cents), 0)::bigint as "usdCents" from redemption
    where party = ${party} and id is distinct from ${but ?? null}
      and (state = any (${[...states]})
           or state = 'paid' and paid_on >= ${thisYear})`.execute(db)
  return rows[0]!.usdCents
}

/**
 * US cents that other accounts were paid in this calendar year, or are being paid, where a redemption goes: who is paid
 * there may have several. None before an operator has approved that this account is paid there: anybody can type another's
 * address, and would read from a refusal what is paid there.
 */
export async function paidThereUsdCents(
  db: Db,
  { uid, party, destinationId }: { uid: string; party: string; destinationId: string | null },
): Promise<number> {
  const { rows } = await sql<{ usdCents: number }>`
    select coalesce(sum(r.usd_cents), 0)::bigint as "usdCents"
    from payout_destination going
      join payout_destination other on other.payee = going.payee and other.uid <> going.uid
      join member m on m.uid = other.uid
      join redemption r on r.party = m.party and r.destination_id = other.id
    where going.id = ${destinationId} and going.uid = ${uid}
      and exists (
        select from redemption own join payout_destination d on d.id = own.destination_id
        where own.party = ${party} and d.payee = going.payee and own.approved_by is not null)
      and (r.state = 'sending' or r.state = 'paid' and r.paid_on >= ${thisYear})`.execute(db)
  return rows[0]!.usdCents
}

/** The last calendar year (UTC) in which anything was paid to a party; null where nothing ever was. */
export async function lastPaidYear(db: Db, party: string): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select max(extract(year from paid_on))::int as year from redemption
    where party = ${party} and state = 'paid'`.execute(db)
  return rows[0]!.year
}

import { sql } from 'kysely'
import type { MailReport } from '#rules/mail-report.ts'
import type { Db } from '../database.ts'

/** An address that is sent no mail. */
export interface SuppressedAddress {
  address: string
  reason: 'bounce' | 'complaint'
  /** What its server or the provider said. */
  detail: string
  since: Date
}

/**
 * Records what became of mails to addresses. A bounce or complaint suppresses the address; soft bounces are counted. What
 * is said of a mail that was sent before the address was found to work is of the past.
 */
export async function recordMailReports(db: Db, reports: readonly MailReport[]): Promise<void> {
  for (const { address, kind, detail, mailedAt } of reports) {
    const reason = kind === 'soft_bounce' ? null : kind
    await sql`
      insert into public.address_trouble as t (address, reason, detail, soft_bounces, suppressed_at)
      values (lower(${address}), ${reason}, ${detail}, ${reason ? 0 : 1}, case when ${reason}::text is not null then now() end)
      on conflict (address) do update set
        -- A complaint is the stronger word; the first time of each stays.
        reason = case when 'complaint' in (t.reason, excluded.reason) then 'complaint' else coalesce(t.reason, excluded.reason) end,
        detail = excluded.detail, soft_bounces = t.soft_bounces + excluded.soft_bounces,
        suppressed_at = coalesce(t.suppressed_at, excluded.suppressed_at), last_at = now()
      where t.lifted_at is null or t.lifted_at < coalesce(${mailedAt ?? null}::timestamptz, 'infinity')`.execute(
      db,
    )
  }
}

/** Why and since when an address is sent no mail; undefined for one that is. */
export async function suppressionOf(db: Db, address: string): Promise<SuppressedAddress | undefined> {
  const { rows } = await sql<SuppressedAddress>`
    select address, reason, detail, suppressed_at as since from public.address_trouble
    where address = lower(${address}) and reason is not null`.execute(db)
  return rows[0]
}

/** A row of their list, with where it stands: microseconds and a hash of the address. */
export type ListedSuppression = SuppressedAddress & { sinceText: string; key: string }

/** The addresses that are sent no mail, the latest first; of one reason, or with a part of the address. */
export async function listSuppressed(
  db: Db,
  {
    limit,
    before,
    reason,
    part,
  }: {
    limit: number
    before?: [sinceText: string, key: string] | undefined
    reason?: SuppressedAddress['reason'] | undefined
    part?: string | undefined
  },
): Promise<ListedSuppression[]> {
  const { rows } = await sql<ListedSuppression>`
    select address, reason, detail, suppressed_at as since, md5(address) as key,
      to_char(suppressed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sinceText"
    from address_trouble
    where reason is not null and ${reason === undefined ? sql`true` : sql`reason = ${reason}`}
      and ${part === undefined ? sql`true` : sql`strpos(address, lower(${part})) > 0`}
      and ${before === undefined ? sql`true` : sql`(suppressed_at, md5(address)) < (${before[0]}::timestamptz, ${before[1]})`}
    order by suppressed_at desc, md5(address) desc limit ${limit}`.execute(db)
  return rows
}

/** Who says that an address works; without an id, a part of the program. */
export interface Lifter {
  by: string
  operatorId: string | null
}

/** An address works again: a mail to it arrived, or an operator (`lifter`) says so. Answers whether it was suppressed. */
export async function liftSuppression(db: Db, address: string, lifter?: Lifter): Promise<boolean> {
  const { rows } = await sql<{ reason: string | null }>`
    update public.address_trouble
    set reason = null, suppressed_at = null, soft_bounces = 0, detail = '', lifted_at = now(), last_at = now(),
      last_lift_at = case when reason is null then last_lift_at else now() end,
      last_lift_by = case when reason is null then last_lift_by else ${lifter?.by ?? null} end,
      last_lift_by_id = case when reason is null then last_lift_by_id else ${lifter?.operatorId ?? null} end
    where address = lower(${address}) returning old.reason`.execute(db)
  return rows.some(({ reason }) => reason !== null)
}

/**
 * When the suppression of an address last ended, and by whom (null: a mail to it arrived); undefined where it never did.
 */
export async function lastLiftOf(
  db: Db,
  address: string,
): Promise<{ at: Date; by: string | null; operatorId: string | null } | undefined> {
  const { rows } = await sql<{ at: Date; by: string | null; operatorId: string | null }>`
    select last_lift_at as at, last_lift_by as by, last_lift_by_id as "operatorId" from public.address_trouble
    where address = lower(${address}) and last_lift_at is not null`.execute(db)
  return rows[0]
}

/** Forgets addresses of members who leave. */
export async function forgetTrouble(db: Db, addresses: string[]): Promise<void> {
  await sql`
    delete from public.address_trouble t using unnest(${addresses}::text[]) a (address)
    where t.address = lower(a.address)`.execute(db)
}

/** How many addresses are suppressed, by reason, and how many only bounced softly. */
export async function countTrouble(db: Db): Promise<{ bounce: number; complaint: number; soft: number }> {
  const { rows } = await sql<{ bounce: number; complaint: number; soft: number }>`
    select count(*) filter (where reason = 'bounce')::int as bounce,
      count(*) filter (where reason = 'complaint')::int as complaint,
      count(*) filter (where reason is null and soft_bounces > 0)::int as soft
    from address_trouble`.execute(db)
  return rows[0]!
}

/** How many addresses were suppressed in the last seven days. */
export async function countRecentlySuppressed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from address_trouble where suppressed_at > now() - interval '7 days'`.execute(
    db,
  )
  return rows[0]!.count
}

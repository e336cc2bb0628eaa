import { sql } from 'kysely'
import type { ClickLimits } from '#rules/click-review.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** What the clicks of an enrolment were paid in one hour. */
export interface PaidClicks {
  enrolmentId: string
  hour: Date
  /** Thousandths of a crel for each; null where the enrolment paid nothing. */
  millicrels: number | null
  clicks: number
  paidClicks: number
  /** How many were not paid, by reason. */
  refused: Record<string, number>
  /** When the first of them was made. */
  firstAt: Date
  /** The caps that applied to the paid ones; those of a network count for the member. */
  limits: ClickLimits
  remainderBefore: number
  remainderAfter: number
  crels: number
  earningId: string | null
}

/** What the hour paid last left over in thousandths of a crel, and whether `hour` was paid. The enrolment is locked. */
export async function lastClickPay(
  tx: Tx,
  enrolmentId: string,
  hour: Date,
): Promise<{ remainderMillicrels: number; isPaid: boolean }> {
  const { rows } = await sql<{ kept: number; hour: Date }>`
    select remainder_after as kept, hour from click_pay where enrolment_id = ${enrolmentId}
    order by hour desc limit 1`.execute(tx)
  const last = rows[0]
  return { remainderMillicrels: last?.kept ?? 0, isPaid: last !== undefined && last.hour >= hour }
}

/** Records what an hour of clicks was paid, once. */
export async function insertClickPay(tx: Tx, paid: PaidClicks): Promise<void> {
  await sql`
    insert into click_pay (enrolment_id, hour, millicrels, clicks, paid_clicks, refused, first_at, limits,
                           remainder_before, remainder_after, crels, earning_id)
    values (${paid.enrolmentId}, ${paid.hour}, ${paid.millicrels}, ${paid.clicks}, ${paid.paidClicks},
            ${JSON.stringify(paid.refused)}, ${paid.firstAt}, ${JSON.stringify({ ...paid.limits, networksOf: 'member' })},
            ${paid.remainderBefore}, ${paid.remainderAfter}, ${paid.crels}, ${paid.earningId})`.execute(tx)
}

/**
 * What an enrolment earned so far in crels: pending, under review and available, less reversals. The enrolment is
 * locked.
 */
export async function earnedCrels(tx: Tx, enrolmentId: string): Promise<number> {
  const { rows } = await sql<{ crels: number }>`
    select coalesce(sum(crels - reversed_crels), 0)::bigint as crels from earning
    where enrolment_id = ${enrolmentId}`.execute(tx)
  return rows[0]!.crels
}

/** Under which key the ledger has what the clicks of an hour were paid: an enrolment's hour is posted once, forever. */
export function clickPayKey({ enrolmentId, hour }: { enrolmentId: string; hour: Date }): string {
  return `click:${enrolmentId}:${hour.toISOString().slice(0, 13)}`
}

/** The earnings behind such keys, by key; any other key is absent. */
export async function earningsOfClickPay(
  db: Db,
  keys: string[],
): Promise<Map<string, { id: string; campaignId: string; occurredAt: Date }>> {
  const parts = keys.flatMap((key) => {
    const [, enrolmentId, hour] = /^click:(enr_[0-9a-f]{32}):(\d{4}-\d\d-\d\dT\d\d)$/.exec(key) ?? []
    return enrolmentId && hour ? [{ key, enrolmentId, hour: `${hour}:00Z` }] : []
  })
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ key: string; id: string; campaignId: string; occurredAt: Date }>`
    select k.key, e.id, e.campaign_id as "campaignId", e.occurred_at as "occurredAt"
    from unnest(${parts.map(({ key }) => key)}::text[], ${parts.map(({ enrolmentId }) => enrolmentId)}::text[],
                ${parts.map(({ hour }) => hour)}::timestamptz[]) as k (key, enrolment_id, hour)
    join click_pay p on p.enrolment_id = k.enrolment_id and p.hour = k.hour
    join earning e on e.id = p.earning_id`.execute(db)
  return new Map(rows.map(({ key, ...earning }) => [key, earning]))
}

/** What kind of earning it is, and of which enrolment. */
export async function kindOfEarning(
  db: Db,
  id: string,
): Promise<{ type: string; enrolmentId: string } | undefined> {
  const { rows } = await sql<{ type: string; enrolmentId: string }>`
    select type, enrolment_id as "enrolmentId" from earning where id = ${id}`.execute(db)
  return rows[0]
}

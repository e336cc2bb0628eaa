import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** A held conversion as whoever decides sees it. */
export interface HeldConversion {
  id: string
  brand: string
  campaign: string
  uid: string
  type: 'lead' | 'sale'
  /** Of the earning that is reserved, less refunds. */
  crels: number
  /** Why it is held (rules/attribution.ts). */
  reason: string
  occurredAt: Date
  createdAt: Date
  /** What the member says about it, if anything. */
  appeal: string | null
}

/** What waits for a decision, the longest first; `appealed`: only where the member has explained. */
export async function listHeld(
  db: Db,
  { limit, appealed = false }: { limit: number; appealed?: boolean },
): Promise<HeldConversion[]> {
  const { rows } = await sql<HeldConversion>`
    select c.id, b.slug as brand, k.title as campaign, e.uid, c.type, e.crels - e.reversed_crels as crels, c.reason,
           c.occurred_at as "occurredAt", c.created_at as "createdAt", a.message as appeal
    from conversion c join earning e on e.conversion_id = c.id join campaign k on k.id = c.campaign_id
      join brand b on b.id = c.brand_id left join appeal a on a.earning_id = e.id
    where c.status = 'held' and (not ${appealed} or a.earning_id is not null)
    order by c.created_at, c.id limit ${limit}`.execute(db)
  return rows
}

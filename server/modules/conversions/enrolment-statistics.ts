import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { isCurrent } from './conversion-queries.ts'

export interface EnrolmentStatistics {
  /** Accepted or held; rejected ones are not counted. */
  conversions: number
  pendingCrels: number
  availableCrels: number
}

/** What enrolments converted and earned so far, less refunds; one without conversions has zeros. */
export async function enrolmentStatistics(
  db: Db,
  enrolmentIds: string[],
): Promise<Map<string, EnrolmentStatistics>> {
  const { rows } = await sql<EnrolmentStatistics & { id: string }>`
    select i.id, c.conversions, e."pendingCrels", e."availableCrels"
    from unnest(${enrolmentIds}::text[]) as i (id)
    cross join lateral (
      select count(*) as conversions from conversion c where c.enrolment_id = i.id and c.status <> 'rejected' and ${isCurrent}) c
    cross join lateral (
      select coalesce(sum(e.crels - e.reversed_crels) filter (where e.state = 'pending'), 0)::bigint as "pendingCrels",
             coalesce(sum(e.crels - e.reversed_crels) filter (where e.state = 'available'), 0)::bigint as "availableCrels"
      from earning e where e.enrolment_id = i.id) e`.execute(db)
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}

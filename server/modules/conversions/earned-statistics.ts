import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { isCurrent } from './conversion-queries.ts'

/** What was earned in some time, by when it happened. */
export interface EarnedStatistics {
  /** Accepted or under review; rejected ones are not counted. */
  conversions: number
  /** Pending or available, less refunds; those under review are not counted. */
  crels: number
  /** Of them, those whose hold has not ended. */
  pendingCrels: number
}

/** Whose earnings, and which of them. */
export interface EarnedScope {
  uid: string
  campaignId?: string
  linkId?: string
}

/** Parts of time, each lasting until the next begins. */
export interface EarnedParts {
  starts: Date[]
  /** The end of the last. */
  until: Date
}

/** What earnings can be grouped by. */
export type EarnedKey = 'campaign' | 'link' | 'country' | 'device' | 'referrer' | 'sub'

const columns: Record<EarnedKey, RawBuilder<string>> = {
  campaign: sql`campaign_id`,
  link: sql`link_id`,
  country: sql`country`,
  device: sql`device`,
  referrer: sql`referrer_host`,
  sub: sql`sub_id`,
}

const sums = sql`
  count(*) filter (where converted) as conversions,
  coalesce(sum(crels) filter (where state in ('pending', 'available')), 0)::bigint as crels,
  coalesce(sum(crels) filter (where state = 'pending'), 0)::bigint as "pendingCrels"`

/**
 * Whether an earning is of a conversion that was not rejected, nor put right by another. That of a rejected or a
 * corrected one is taken back with it, so of the others the conversion is not asked: the half of what the statistics of
 * 2 000 took.
 */
const converted = sql`
  e.conversion_id is not null and (e.state <> 'reversed'
    or (select c.status <> 'rejected' and ${isCurrent} from conversion c where c.id = e.conversion_id)) as converted`

/** What a member earned by part of time, its index first; parts in which nothing happened are absent. */
export async function earnedByPart(
  db: ReadDb,
  scope: EarnedScope,
  { starts, until }: EarnedParts,
): Promise<Map<number, EarnedStatistics>> {
  const { rows } = await sql<EarnedStatistics & { part: number }>`
    select width_bucket(occurred_at, ${starts}::timestamptz[]) - 1 as part, ${sums}
    from (${earnings(scope, { starts, until }, scope.linkId !== undefined)}) earned
    group by 1`.execute(db)
  return new Map(rows.map(({ part, ...statistics }) => [part, statistics]))
}

/**
 * What a member earned by where the clicks of it came from and by part of time; null is not known. Earnings of clicks
 * from before their origins were kept are in it by campaign alone.
 */
export async function earnedBy(
  db: ReadDb,
  scope: EarnedScope,
  parts: EarnedParts,
  by: EarnedKey,
): Promise<(EarnedStatistics & { key: string | null; part: number })[]> {
  const isByOrigin = by !== 'campaign' || scope.linkId !== undefined
  const { rows } = await sql<EarnedStatistics & { key: string | null; part: number }>`
    select ${columns[by]} as key, width_bucket(occurred_at, ${parts.starts}::timestamptz[]) - 1 as part, ${sums}
    from (${earnings(scope, parts, isByOrigin)}) earned
    group by 1, 2`.execute(db)
  return rows
}

/**
 * A member’s earnings in some time. By link and origin (`isByOrigin`) they are the conversions, and the parts of what
 * clicks were paid, which is taken back whole or not at all.
 */
function earnings(
  { uid, campaignId, linkId }: EarnedScope,
  { starts, until }: EarnedParts,
  isByOrigin: boolean,
): RawBuilder<unknown> {
  const within = sql`e.uid = ${uid} and e.occurred_at >= ${starts[0]} and e.occurred_at < ${until}
    ${campaignId === undefined ? sql`` : sql`and e.campaign_id = ${campaignId}`}`
  const ofLink = (column: RawBuilder<unknown>) =>
    linkId === undefined ? sql`` : sql`and ${column} = ${linkId}`
  const origin = sql`link_id, country, device, referrer_host, sub_id`
  if (!isByOrigin)
    return sql`
    select e.occurred_at, e.campaign_id, ${converted}, e.state, e.crels - e.reversed_crels as crels
    from earning e where ${within}`
  return sql`
    select e.occurred_at, e.campaign_id, c.status <> 'rejected' and (e.state <> 'reversed' or ${isCurrent}) as converted, e.state,
      e.crels - e.reversed_crels as crels, ${origin}
    from earning e join conversion c on c.id = e.conversion_id where ${within} ${ofLink(sql`c.link_id`)}
    union all
    select e.occurred_at, e.campaign_id, false, e.state, case e.reversed_crels when 0 then o.crels else 0 end,
      ${origin}
    from earning e join earning_origin o on o.earning_id = e.id where ${within} ${ofLink(sql`o.link_id`)}`
}

/** What all members earned since the beginning: reads all earnings. */
export async function earnedByAll(db: ReadDb): Promise<EarnedStatistics> {
  const { rows } = await sql<EarnedStatistics>`
    select ${sums} from (
      select ${converted}, e.state, e.crels - e.reversed_crels as crels from earning e) earned`.execute(db)
  return rows[0]!
}

/** Crels that campaigns paid a member and that became available, ever, less what was taken back. */
export async function availableEarnings(db: Db, uid: string): Promise<number> {
  const { rows } = await sql<{ crels: number }>`
    select coalesce(sum(crels - reversed_crels), 0)::bigint as crels from earning
    where uid = ${uid} and state = 'available'`.execute(db)
  return rows[0]!.crels
}

export interface EnrolmentStatistics {
  /** Accepted or under review; rejected ones are not counted. */
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
  return new Map(rows.map(({ id, ...statistics }) => [id, statistics]))
}

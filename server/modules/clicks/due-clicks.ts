import { sql } from 'kysely'
import type { ClickNetwork, ClickReviewReason } from '#rules/click-review.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { utcDate } from '#rules/utc-date.ts'

/** A unique click that its enrolment is to be paid for. */
export interface DueClick {
  clickId: string
  at: Date
  /** Hash of that day, 16 bytes in hexadecimal. */
  visitor: string
  /** Null for a click from before networks were kept. */
  from: ClickNetwork
  /** A person has looked at it and decided to pay. */
  isAccepted: boolean
}

/** What became of a click that was due. */
export type SettledClick =
  | { clickId: string; state: 'paid' }
  | { clickId: string; state: 'refused'; reason: string }
  | { clickId: string; state: 'under_review'; reason: string; reviewId: string }

/** Enrolments with clicks from before a moment that wait to be paid. */
export async function enrolmentsWithDueClicks(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct enrolment_id as id from payable_click where state = 'due' and at < ${before} order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** How many clicks of enrolments wait to be paid, by enrolment; one without is absent. */
export async function countDueClicks(db: Db, enrolmentIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; clicks: number }>`
    select enrolment_id as id, count(*) as clicks from payable_click
    where enrolment_id = any (${enrolmentIds}) and state = 'due' group by 1`.execute(db)
  return new Map(rows.map(({ id, clicks }) => [id, clicks]))
}

/** An enrolment's clicks from before a moment that wait, in order, locked until they are settled. */
export async function lockDueClicks(tx: Tx, enrolmentId: string, before: Date): Promise<DueClick[]> {
  const { rows } = await sql<DueClick>`
    select click_id as "clickId", at, encode(visitor, 'hex') as visitor, review_id is not null as "isAccepted",
           case when network is not null then jsonb_build_object('kind', network_kind,
             'network', encode(network, 'hex'), 'address', encode(address, 'hex')) end as "from"
    from payable_click where enrolment_id = ${enrolmentId} and at < ${before} and state = 'due'
    order by at, click_id for update`.execute(tx)
  return rows
}

/**
 * How many visitors were paid without a look: of a member by address and network in the days, and of an enrolment by
 * minute and hour in the hours, that some clicks are of; keys as `limitKeys` (rules/click-review.ts) writes them. Locks
 * the member's paid visitors: two of their enrolments that settle at once would both see the last place of a network.
 */
export async function countPaidLike(
  tx: Tx,
  { enrolmentId, uid }: { enrolmentId: string; uid: string },
  clicks: readonly Pick<DueClick, 'at' | 'from'>[],
): Promise<Map<string, number>> {
  const days = [...new Set(clicks.map(({ at }) => utcDate(at)))]
  const networks = [...new Set(clicks.flatMap(({ from }) => from?.network ?? []))]
  const hours = [...new Set(clicks.map(({ at }) => `${at.toISOString().slice(0, 13)}:00Z`))]
  await sql`select pg_advisory_xact_lock(hashtextextended(${`paid visitors of ${uid}`}, 0))`.execute(tx)
  const { rows } = await sql<{ key: string; paid: number }>`
    with near as (
      select day - date '1970-01-01' as number, encode(network, 'hex') as network, encode(address, 'hex') as address
      from payable_click
      where enrolment_id = any (array(select enrolment_id from link where owner_uid = ${uid} and kind = 'tracking'))
        and day = any (${days}::date[]) and state = 'paid' and review_id is null
        and network = any (array(select decode(n, 'hex') from unnest(${networks}::text[]) n))
    ), timely as (
      select extract(epoch from at) as epoch from payable_click
      where enrolment_id = ${enrolmentId} and day = any (${days}::date[]) and state = 'paid' and review_id is null
        and date_trunc('hour', at, 'UTC') = any (${hours}::timestamptz[]))
    select 'network ' || number || ' ' || network as key, count(*) as paid from near group by 1
    union all select 'address ' || number || ' ' || address, count(*) from near group by 1
    union all select 'minute ' || floor(epoch / 60)::bigint, count(*) from timely group by 1
    union all select 'hour ' || floor(epoch / 3600)::bigint, count(*) from timely group by 1`.execute(tx)
  return new Map(rows.map(({ key, paid }) => [key, paid]))
}

/** Writes what became of clicks of an enrolment; those paid or refused are of the hour that was settled. */
export async function settleDueClicks(
  tx: Tx,
  enrolmentId: string,
  { hour, clicks }: { hour: Date; clicks: SettledClick[] },
): Promise<void> {
  const reasons = clicks.map((click) => ('reason' in click ? click.reason : null))
  const reviews = clicks.map((click) => ('reviewId' in click ? click.reviewId : null))
  await sql`
    update payable_click p set state = s.state, reason = s.reason, review_id = coalesce(s.review_id, p.review_id),
      hour = case when s.state <> 'under_review' then ${hour}::timestamptz end
    from unnest(${clicks.map(({ clickId }) => clickId)}::text[], ${clicks.map(({ state }) => state)}::text[],
                ${reasons}::text[], ${reviews}::text[]) as s (click_id, state, reason, review_id)
    where p.click_id = s.click_id and p.enrolment_id = ${enrolmentId} and p.state = 'due'`.execute(tx)
}

/** Clicks that were under review are due again, or rejected for good. */
export async function decideReviewedClicks(tx: Tx, reviewId: string, accept: boolean): Promise<void> {
  await sql`
    update payable_click set state = ${accept ? 'due' : 'rejected'}, reason = ${accept ? null : 'not_genuine'}
    where review_id = ${reviewId} and state = 'under_review'`.execute(tx)
}

/** Clicks of one link since a moment that an operator is still to look at, by reason, most first. */
export async function clicksUnderReview(
  db: Db,
  { linkId, since }: { linkId: string; since: Date },
): Promise<{ reason: ClickReviewReason; clicks: number }[]> {
  const { rows } = await sql<{ reason: ClickReviewReason; clicks: number }>`
    select p.reason, count(*) as clicks
    from link l join payable_click p on p.enrolment_id = l.enrolment_id and p.day >= (${since}::timestamptz at time zone 'UTC')::date
    join click c on c.id = p.click_id and c.at = p.at
    where l.id = ${linkId} and p.state = 'under_review' and p.at >= ${since} and c.link_id = l.id
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

/** Removes clicks of enrolments that were neither paid nor refused, of members who leave. */
export async function forgetPayableClicks(db: Db, enrolmentIds: string[]): Promise<void> {
  await sql`
    delete from payable_click
    where enrolment_id = any (${enrolmentIds}) and state in ('due', 'under_review')`.execute(db)
}

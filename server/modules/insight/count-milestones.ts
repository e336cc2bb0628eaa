import { sql, type RawBuilder } from 'kysely'
import { utcDate } from '#rules/utc-date.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { addUpDays } from './add-up-days.ts'
import type { DaySpan } from './count-day.ts'
import { lockCount } from './insight-queries.ts'

/** Of some members, by uid, those whose address is verified. */
export type VerifiedAmong = (uids: string[]) => Promise<string[]>

/**
 * After a member signed up, so long each run asks whether they have verified their address; the daily run asks for all.
 */
const verifyingDays = 30

/** How many members' addresses are asked for at once. */
const askedMax = 10_000

/**
 * Writes what members did for the first time on a UTC day, and counts the quarters anew in which these signed up. What
 * is read names the party, so that of a member who has left since it still counts. A day at a time, in order: all
 * members of a large installation in one statement would run into its time-out.
 */
export async function countMilestones(
  tx: Tx,
  { from, until }: DaySpan,
  clickedEnrolmentIds: string[],
): Promise<void> {
  await sql`
    insert into member_milestone (party, signed_up_at)
    select party, created_at from member where created_at >= ${from} and created_at < ${until}
    on conflict do nothing`.execute(tx)
  const touched = [
    await signUpsOf(tx, { from, until }),
    await reach(
      tx,
      'has_joined',
      sql`select party from enrolment where joined_at >= ${from} and joined_at < ${until}`,
    ),
    await reach(tx, 'has_click', sql`select party from enrolment where id = any (${clickedEnrolmentIds})`),
    await reach(
      tx,
      'has_converted',
      sql`select e.party from conversion c join earning e on e.conversion_id = c.id
        where c.status = 'accepted' and c.status <> 'under_review'
          and coalesce(c.decided_at, c.created_at) >= ${from} and coalesce(c.decided_at, c.created_at) < ${until}`,
    ),
    await reach(
      tx,
      'has_cashed_out',
      sql`select party from redemption where state = 'paid' and state_at >= ${from} and state_at < ${until}`,
    ),
  ]
  await countSignUps(tx, [...new Set(touched.flat())])
}

/** Writes who has verified their address, of those of whom it was not known. */
export async function countVerified(
  db: Db,
  verifiedAmong: VerifiedAmong,
  { isAll }: { isAll: boolean },
): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ uid: string; party: string }>`
      select m.uid, m.party from member_milestone k join member m on m.party = k.party
      where not k.is_verified and k.party > ${after}
        and (${isAll} or k.signed_up_at >= crels_now() - make_interval(days => ${verifyingDays}))
      order by k.party limit ${askedMax}`.execute(db)
    const verified = new Set(await verifiedAmong(rows.map(({ uid }) => uid)))
    const parties = rows.filter(({ uid }) => verified.has(uid)).map(({ party }) => party)
    await inTransaction(db, async (tx) => {
      await lockCount(tx)
      await countSignUps(tx, await reach(tx, 'is_verified', sql`select unnest(${parties}::text[])`))
    })
    if (rows.length < askedMax) return
    after = rows.at(-1)!.party
  }
}

const quarterOf = sql`date_bin('15 minutes', m.signed_up_at, timestamptz '2000-01-01Z')::text as quarter`

async function signUpsOf(tx: Tx, { from, until }: DaySpan): Promise<string[]> {
  const { rows } = await sql<{ quarter: string }>`
    select distinct ${quarterOf} from member_milestone m
    where signed_up_at >= ${from} and signed_up_at < ${until}`.execute(tx)
  return rows.map(({ quarter }) => quarter)
}

type Milestone = 'is_verified' | 'has_joined' | 'has_click' | 'has_converted' | 'has_cashed_out'

/** Answers the quarters in which those signed up who had not reached it before. */
async function reach(tx: Tx, milestone: Milestone, parties: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ quarter: string }>`
    with reached as (
      update member_milestone set ${sql.ref(milestone)} = true
      where not ${sql.ref(milestone)} and party in (${parties}) returning signed_up_at)
    select distinct ${quarterOf} from reached m`.execute(tx)
  return rows.map(({ quarter }) => quarter)
}

/** How many signed up in some quarters, and how far they came. */
async function countSignUps(tx: Tx, quarters: string[]): Promise<void> {
  await sql`
    insert into insight_quarter (quarter, sign_ups, verified, joined, clicked, converted, cashed_out)
    select q.quarter, m.* from unnest(${quarters}::timestamptz[]) q (quarter) cross join lateral (
      select count(*), count(*) filter (where is_verified), count(*) filter (where has_joined),
        count(*) filter (where has_click), count(*) filter (where has_converted), count(*) filter (where has_cashed_out)
      from member_milestone
      where signed_up_at >= q.quarter and signed_up_at < q.quarter + interval '15 minutes') m
    on conflict (quarter) do update set sign_ups = excluded.sign_ups, verified = excluded.verified,
      joined = excluded.joined, clicked = excluded.clicked, converted = excluded.converted,
      cashed_out = excluded.cashed_out`.execute(tx)
  await addUpDays(tx, [...new Set(quarters.map((quarter) => utcDate(new Date(quarter))))])
}

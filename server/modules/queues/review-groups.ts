import { sql, type RawBuilder } from 'kysely'
import type { ReviewKind } from '#contracts/operator-reviews.constants.ts'
import type { ReviewGroup } from '#contracts/operator-review-shapes.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import { exchangeNow } from '#server/modules/exchange/public.ts'
import type { Db } from '#server/platform/database.ts'
import { lastCount, type CountedGroup } from './last-count.ts'
import { kinds, open, pointsOf } from './review-queue.ts'

/**
 * What is under review by reason and member, of invitations by reason and inviter, where it is more than one: what is worth
 * most first, then what is most, as of shares and invitations, each of which pays as many points, then what is oldest: a
 * screenful. Of a queue that is too long to be counted at each call as the last count has it, without what
 * is decided whole since.
 */
export async function reviewGroups(
  db: Db,
  kind: ReviewKind,
): Promise<{ items: ReviewGroup[]; nextCursor: null; countedAt: string | null }> {
  const { usdToCrels } = await exchangeNow(db)
  const counted = await lastCount(db)
  const groups = counted?.groups[kind]
  const { rows } = await sql<Omit<ReviewGroup, 'oldestAt' | 'points'> & { oldestAt: Date }>`
    select g.reason, g.count, g.crels, g."oldestAt",
      floor(g.crels * 100 / ${usdToCrels}::numeric)::bigint as "usdCents",
      ${namedMember(sql`g.uid`)} as member
    from (${groups ? stillPending(kind, groups) : groupsSql(kind)}) g left join member m on m.uid = g.uid
    order by g.crels desc, g.count desc, g."oldestAt"`.execute(db)
  const points = await pointsOf(db, kind)
  return {
    items: rows.map((row) => ({ ...row, points: row.count * points, oldestAt: row.oldestAt.toISOString() })),
    nextCursor: null,
    countedAt: groups ? counted!.at : null,
  }
}

/** The hundred groups that are worth most, of all that waits. */
export async function countGroups(db: Db, kind: ReviewKind): Promise<CountedGroup[]> {
  const { rows } = await groupsSql(kind).execute(db)
  return rows
}

function groupsSql(kind: ReviewKind): RawBuilder<CountedGroup> {
  const { from, owner, since, reasonOf, uidOf, groupOf = uidOf, value = sql`0` } = kinds[kind]
  return sql`
    select ${reasonOf} as reason, ${groupOf} as uid, count(*)::int as count, sum(${value})::bigint as crels,
      min(${since}) as "oldestAt"
    from ${from} ${owner} where ${open[kind]} group by 1, 2 having count(*) > 1
    order by 4 desc, 3 desc, 5 limit 100`
}

function stillPending(kind: ReviewKind, groups: CountedGroup[]): RawBuilder<CountedGroup> {
  const { from, owner, reasonOf, uidOf, groupOf = uidOf } = kinds[kind]
  return sql`
    select g.* from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
      g (reason text, uid text, count int, crels bigint, "oldestAt" timestamptz)
    where exists (select from ${from} ${owner}
      where ${open[kind]} and ${groupOf} = g.uid and ${reasonOf} = g.reason)`
}

import { sql } from 'kysely'
import type { RewardActivity } from '#rules/reward-replay.ts'
import type { Db } from '#server/platform/database.ts'

/** What was granted in a window, by program. */
export interface GrantedRewards {
  program: string
  count: number
  points: number
}

/**
 * What members did in the last `days` days as far as rewards were paid for it, and what they were granted. It is read by
 * the time alone (indexes `award_by_time`, `check_in_by_time`), as it is asked by a person who weighs a change.
 */
export async function rewardActivity(
  db: Db,
  days: number,
): Promise<{ activity: RewardActivity; granted: GrantedRewards[] }> {
  const since = sql`(crels_now() - make_interval(days => ${days}))`
  const { rows: checkIns } = await sql<{ days: number; count: number }>`
    select days, count(*)::int as count from check_in where at >= ${since} group by days order by days`.execute(
    db,
  )
  // The check-ins of the month before the one that was claimed for, as the claim counted them.
  const { rows: monthlyClaims } = await sql<{ checkIns: number; count: number }>`
    select "checkIns", count(*)::int as count from (
      select (select count(*)::int from check_in c where c.party = w.party
        and c.date >= (w.period || '-01')::date - interval '1 month' and c.date < (w.period || '-01')::date) as "checkIns"
      from award w where w.program = 'monthly-claim' and w.granted_at >= ${since}
    ) claims group by "checkIns" order by "checkIns"`.execute(db)
  const { rows: grants } = await sql<{
    program: string
    points: number
    period: string | null
    count: number
  }>`
    select w.program, e.amount as points, case when w.program = 'season-prize' then w.period end as period,
      count(*)::int as count
    from award w join entry e on e.txn_id = w.txn_id and e.party = w.party and e.amount > 0
    where w.granted_at >= ${since} group by 1, 2, 3`.execute(db)
  const of = (program: string) => grants.filter((grant) => grant.program === program)
  const countOf = (program: string) => of(program).reduce((sum, { count }) => sum + count, 0)
  const seasons = new Map<string, number>()
  for (const { period, count } of of('season-prize'))
    seasons.set(period!, (seasons.get(period!) ?? 0) + count)
  const programs = [...new Set(grants.map(({ program }) => program))].sort()
  return {
    activity: {
      checkIns,
      monthlyClaims,
      holderPrizes: of('holder-prize').map(({ points, count }) => ({ points, count })),
      friends: countOf('friend-invitation'),
      follows: countOf('social-follow'),
      shares: countOf('social-share'),
      seasons: [...seasons.values()].map((places) => ({ places })),
    },
    granted: programs.map((program) => ({
      program,
      count: countOf(program),
      points: of(program).reduce((sum, { count, points }) => sum + count * points, 0),
    })),
  }
}

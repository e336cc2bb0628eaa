import { sql } from 'kysely'
import type { RewardProgram } from '#contracts/rewards.constants.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { grantPoints } from './grant-points.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

/** What a boost that runs has left. */
export interface RunningBoost {
  orderId: string
  until: Date
  pointsLeft: number
}

/** The boost of a member that runs now, also one whose points are spent; undefined when none does. */
export async function runningBoost(db: Db, party: string): Promise<RunningBoost | undefined> {
  const { rows } = await sql<RunningBoost>`
    select order_id as "orderId", ends_at as until, points_max - points_granted as "pointsLeft"
    from point_boost where party = ${party} and starts_at <= crels_now() and ends_at > crels_now()
    order by ends_at desc limit 1 ${keepsPlan}`.execute(db)
  return rows[0]
}

/** Starts a boost now; the caller holds `lockRewards` and knows that none runs. */
export async function startBoost(
  tx: Tx,
  { orderId, party, hours, pointsMax }: { orderId: string; party: string; hours: number; pointsMax: number },
): Promise<void> {
  await sql`
    insert into point_boost (order_id, party, starts_at, ends_at, points_max)
    values (${orderId}, ${party}, crels_now(), crels_now() + make_interval(hours => ${hours}), ${pointsMax})`.execute(
    tx,
  )
}

/**
 * Grants what a member's boost adds to a reward that was granted now: as much again, up to what the boost has left.
 * Answers those points. They are an award of their own, which counts in no ranking. The caller holds `lockRewards`.
 */
export async function grantBoost(
  tx: Tx,
  reward: { party: string; program: RewardProgram; period: string; points: number; expireMonths?: number },
): Promise<number> {
  const { party, program, period, expireMonths } = reward
  const boost = await runningBoost(tx, party)
  const points = Math.min(reward.points, boost?.pointsLeft ?? 0)
  if (points <= 0) return 0
  const award = { party, program: 'boost', period: `${program} ${period}`, points, expireMonths } as const
  const { granted } = await grantPoints(tx, award)
  if (!granted) return 0
  await sql`
    update point_boost set points_granted = points_granted + ${points} where order_id = ${boost!.orderId}`.execute(
    tx,
  )
  return points
}

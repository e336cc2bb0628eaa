import type { RewardDeps, RewardMember } from '#server/modules/points/public.ts'
import { rewardStatuses } from './gamification-status.ts'
import { listOfRewards } from './list-of-rewards.ts'
import type { Rewards } from '#contracts/gamification.schemas.ts'
import { idSchema } from '#contracts/ids.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { awardsOf } from '#server/modules/ledger/public.ts'

/**
 * What a member can claim now, what is pending with why and until when, what was missed with why and since when (with
 * the first page), and one page of what was granted.
 */
export async function listRewards(
  db: Db,
  actor: RewardMember,
  { limit, cursor }: { limit: number; cursor?: string },
  deps: RewardDeps,
): Promise<Rewards> {
  const before = cursor === undefined ? undefined : decodeCursor(idSchema('transaction'), cursor)
  const page = pageOf(await awardsOf(db, actor.party, { limit, before }), limit, (last) => last.transactionId)
  const statuses = await rewardStatuses(db, actor, deps)
  const pending: Rewards['pending'] = []
  const missed: Rewards['missed'] = []
  for (const reward of listOfRewards) {
    pending.push(...((await reward.pending?.(db, actor, deps)) ?? []))
    if (before === undefined) missed.push(...((await reward.missed?.(db, actor)) ?? []))
  }
  return {
    claimable: statuses.flatMap(({ claimable = [] }) => claimable),
    pending: [...pending, ...statuses.flatMap((status) => status.pending ?? [])],
    missed: missed.toSorted((one, other) => other.at.localeCompare(one.at)),
    ...page,
    items: page.items.map((award) => ({ ...award, at: award.at.toISOString() })),
  }
}

import type { RewardProgram } from '#contracts/rewards.constants.ts'
import type { Gamification, PublicGamification, Rewards } from '#contracts/gamification.schemas.ts'
import type { AboutPoints } from '#contracts/points.schemas.ts'
import type { ClickLimits } from '#rules/click-review.ts'
import type { RewardsNow } from '#rules/next-reward.ts'
import type { ListedPeriod } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import type { Route } from '#server/platform/http/bind.ts'

export type RewardMember = Pick<MemberActor, 'uid' | 'party' | 'email'>

/** What rewards need of the settings. */
export interface RewardDeps {
  publicOrigin: string
  clickLimits: ClickLimits
  /** The keyed hash by which an e-mail address is known, however it is written (`left_address`). */
  hashAddress(email: string): Buffer
}

/** A reward's status for a member now. */
export interface RewardStatus {
  /** Its part of `GET /gamification`. */
  view?: Partial<Gamification['rewards']>
  streak?: Gamification['streak']
  /** Its points, for the best thing to do next. */
  next?: Partial<RewardsNow>
  claimable?: Rewards['claimable']
  pending?: Rewards['pending']
}

/**
 * One reward. The routes, `/gamification`, `/rewards`, the history of points and the public totals iterate the list
 * of them (rewards/list-of-rewards.ts).
 */
export interface Reward {
  /** Under which the ledger grants it. */
  programs: readonly RewardProgram[]
  /** Its endpoints: the claim, where a member claims it, and the status. */
  routes?(deps: RewardDeps): Route[]
  status?(db: Db, member: RewardMember, deps: RewardDeps): Promise<RewardStatus>
  /** What is not decided yet; read for `/rewards` alone. */
  pending?(db: Db, member: RewardMember, deps: RewardDeps): Promise<Rewards['pending']>
  /** What can no longer be had. */
  missed?(db: Db, member: RewardMember): Promise<Rewards['missed']>
  /** What grants of its programs were for, by the id of their transaction. */
  describe?(db: Db, grants: ListedPeriod[]): Promise<Map<string, AboutPoints>>
  /** Its part of the public totals. */
  totals?(db: Db): Promise<Partial<PublicGamification>>
}

import {
  dayMs,
  earnPoints,
  monthOf,
  nextMonthAt,
  type Invitation,
  type Model,
  type ModelMember,
  type Settings,
} from './model.fixture.ts'
import { checkInsLastMonth, datesStillOpen } from './model-check-in.fixture.ts'

/** What a claim comes to: points, or the code of its refusal. */
export type Claimed = { refused: string } | { refused: null; granted: bigint }

/** Once a month (UTC), by the check-ins of the month before, when none of its dates is left; with a complete profile. */
export function claimMonth(model: Model, member: ModelMember): Claimed {
  const month = monthOf(model.now)
  if (member.claimedMonths.has(month)) return { refused: 'already_granted' }
  const checkIns = checkInsLastMonth(member, model.now)
  const tiers = model.settings['monthlyClaim.tiers']
  const tier = tiers.findLast((one) => one.checkIns <= checkIns)
  const open = datesStillOpen(member, model.now)
  if (open > 0 && tiers.some((one) => one.checkIns <= checkIns + open))
    return { refused: 'reward_not_eligible' }
  if (!tier || !member.hasCompleteProfile) return { refused: 'reward_not_eligible' }
  member.claimedMonths.add(month)
  return grant(model, member, tier.points)
}

/** Once a month (UTC), 28 days after the last, by the fewest crels of the last 30 days; accounts younger have none. */
export function claimHolderPrize(model: Model, member: ModelMember): Claimed {
  const { now } = model
  const last = member.holderPrizes.at(-1)
  if (last !== undefined && monthOf(last) === monthOf(now)) return { refused: 'already_granted' }
  if (last !== undefined && now < last + 28 * dayMs) return { refused: 'reward_too_soon' }
  const since = now - 30 * dayMs
  const within = member.history.filter(({ at }) => at > since)
  const before = member.history.findLast(({ at }) => at <= since)
  const least = [before!, ...within].reduce((min, { crels }) => (crels < min ? crels : min), member.available)
  const tier = model.settings['holderPrize.tiers'].findLast(({ crels }) => BigInt(crels) <= least)
  if (!tier || member.joinedAt > since) return { refused: 'reward_not_eligible' }
  member.holderPrizes.push(now)
  return grant(model, member, tier.points)
}

/** Once a platform that the operator lists. */
export function follow(model: Model, member: ModelMember, platform: string): Claimed {
  if (member.followed.has(platform)) return { refused: 'already_granted' }
  member.followed.add(platform)
  return grant(model, member, 50)
}

function grant(model: Model, member: ModelMember, points: number): Claimed {
  earnPoints(model, member, BigInt(points))
  return { refused: null, granted: BigInt(points) }
}

/** A member says who invited them: once, an older member, within 30 days. */
export function acceptInvitation(model: Model, friend: number, inviter: number): Claimed {
  const [member, other] = [model.members[friend]!, model.members[inviter]!]
  if (member.invitation) return { refused: 'already_granted' }
  if (other.left) return { refused: 'reward_inviter_unknown' }
  const isTooLate = model.now > member.joinedAt + 30 * dayMs
  if (inviter === friend || other.joinedAt > member.joinedAt || isTooLate)
    return { refused: 'reward_not_eligible' }
  member.invitation = {
    inviter,
    state: 'waiting',
    acceptedAt: model.now,
    lookAgainAt: model.now,
    isReleased: false,
  }
  return { refused: null, granted: settle(model, member) }
}

/** Both are paid together, once the friend has done what is asked; answers what the friend got. */
export function settle(model: Model, friend: ModelMember): bigint {
  const { now, settings, members } = model
  const { invitation } = friend
  if (invitation?.state !== 'waiting') return 0n
  invitation.lookAgainAt = now + dayMs
  const enough = friend.checkIns.length >= settings['friendInvitation.checkIns']
  if (!friend.hasCompleteProfile || !enough) return 0n
  const inviter = members[invitation.inviter]!
  const seemOne = model.isOnePerson && friend === members.at(-1) && inviter === members[0]
  if (seemOne && !invitation.isReleased) {
    invitation.state = 'under_review'
    return 0n
  }
  const paid = inviter.friendsPaid.get(monthOf(now)) ?? 0
  if (paid >= settings['friendInvitation.paidMonthlyMax']) {
    invitation.lookAgainAt = nextMonthAt(now)
    return 0n
  }
  inviter.friendsPaid.set(monthOf(now), paid + 1)
  invitation.state = 'paid'
  earnPoints(model, inviter, BigInt(settings['friendInvitation.inviterPoints']))
  const granted = BigInt(settings['friendInvitation.friendPoints'])
  earnPoints(model, friend, granted)
  return granted
}

/** The jobs' part: invitations whose time it is, the one that waits longest first. */
export function settleDue(model: Model): void {
  model.members
    .filter((one) => one.invitation?.state === 'waiting' && one.invitation.lookAgainAt <= model.now)
    .toSorted((a, b) => orderOf(a.invitation!, b.invitation!))
    .forEach((friend) => settle(model, friend))
}

const orderOf = (a: Invitation, b: Invitation): number =>
  a.lookAgainAt - b.lookAgainAt || a.acceptedAt - b.acceptedAt

/** What an operator sets concerns what comes after. */
export function setSetting<K extends keyof Settings>(model: Model, path: K, value: Settings[K]): void {
  model.settings = { ...model.settings, [path]: value }
}

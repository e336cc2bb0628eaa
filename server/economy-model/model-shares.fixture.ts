import { dayMs, earnPoints, type Model, type ModelMember, type ModelShare } from './model.fixture.ts'
import type { Claimed } from './model-rewards.fixture.ts'
import { utcDate } from '#rules/utc-date.ts'

const openDays = 7

/** A date in UTC. */
const nextDayAt = (at: number): number => (Math.floor(at / dayMs) + 1) * dayMs

/** The campaign is shared to a network: a link a day, paid when enough others have come by it. */
export function shareTo(
  model: Model,
  who: number,
  network: string,
): { share: ModelShare; isNew: boolean; claimed: Claimed } {
  const day = utcDate(model.now)
  const before = model.shares.find((one) => one.member === who && one.network === network && one.day === day)
  if (before?.state === 'paid')
    return { share: before, isNew: false, claimed: { refused: 'already_granted' } }
  const closesAt = model.now + openDays * dayMs
  const waiting = { day, code: '', clicks: 0, closesAt, lookAgainAt: closesAt, state: 'waiting' as const }
  const share: ModelShare = before ?? { member: who, network, ...waiting }
  if (!before) model.shares.push(share)
  return { share, isNew: !before, claimed: { refused: null, granted: settleShare(model, share) } }
}

/** Pays a share that has its visitors, so many a day and member; answers the points. */
export function settleShare({ now, settings, members }: Model, share: ModelShare): bigint {
  const member = members[share.member]!
  if (share.state !== 'waiting' || member.left) return 0n
  if (share.clicks < settings['socialShare.uniqueClicks']) {
    if (now >= share.closesAt) share.state = 'ended'
    return 0n
  }
  const paid = member.sharesPaid.get(utcDate(now)) ?? 0
  if (paid < settings['socialShare.paidDailyMax']) return pay(member, paid)
  if (now >= share.closesAt) share.state = 'ended'
  else share.lookAgainAt = Math.min(nextDayAt(now), share.closesAt)
  return 0n

  function pay(to: ModelMember, before: number): bigint {
    to.sharesPaid.set(utcDate(now), before + 1)
    share.state = 'paid'
    const points = BigInt(settings['socialShare.points'])
    earnPoints({ now, settings }, to, points)
    return points
  }
}

/** The job's part: the share by whose link a visitor just came, then those whose time it is, the longest due first. */
export function settleDueShares(model: Model, visited?: ModelShare): void {
  const due = model.shares
    .filter((share) => share !== visited && share.state === 'waiting' && share.lookAgainAt <= model.now)
    .toSorted((a, b) => a.lookAgainAt - b.lookAgainAt)
  if (visited) settleShare(model, visited)
  for (const share of due) settleShare(model, share)
}

const placePoints = (rank: number): bigint =>
  rank === 1 ? 2_000n : rank <= 3 ? 1_000n : rank <= 10 ? 500n : 0n

/** A place in the ranking of a past season: once a member and season. */
export function seasonPrize(model: Model, member: ModelMember, season: string, rank: number): bigint {
  const points = placePoints(rank)
  if (member.seasons.has(season) || points === 0n) return 0n
  member.seasons.add(season)
  earnPoints(model, member, points)
  return points
}

/** Joining a campaign pays its bonus the first time. */
export function joinForBonus(model: Model, member: ModelMember, campaign: number, points: number): void {
  if (!member.bonuses.has(campaign)) earnPoints(model, member, BigInt(points))
  member.bonuses.set(campaign, true)
}

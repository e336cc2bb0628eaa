import { seasonBounds } from '#rules/season.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import {
  authorOf,
  operate,
  requireNotOwn,
  requireOwnAgain,
  memberWithReason,
  type ActMember,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { requireReview, worthyPlaces } from './approve-season.ts'
import { insertDecision, seasonStanding } from './season-queries.ts'

interface Asked {
  month: string
  uid: string
  /** At most 500 characters. */
  reason: string
}

const actions = ['season.exclude', 'season.include'] as const

/**
 * Takes a member out of every ranking of a frozen season while it is reviewed: the places behind close up. The member
 * is notified, and finds the reason in the export of their data. Throws `not_found` for a season or a member that is not there, or who
 * earned nothing in it, `forbidden` for an operator who comes to a better place by it as a member, and `conflict` for
 * one whom another took out and after the review; one's own again changes nothing.
 */
export async function excludeFromSeason(
  tx: Tx,
  actor: OperatorActor,
  asked: Asked,
  sealing: Pick<ActMember, 'secret'>,
): Promise<void> {
  const { season, of, isIn, isOut } = await standingIn(tx, actor, asked)
  const { month, uid } = asked
  if (!isIn) throw problem('not_found', { detail: `${uid} has no rank in the season ${month}.` })
  if (isOut) {
    const detail = `${uid} is out of the season ${month} already.`
    return await requireOwnAgain(tx, actor, { action: 'season.exclude', target: month, uid, actions, detail })
  }
  await operate(tx, actor, { action: 'season.exclude', target: month, member: memberOf(asked, sealing) })
  const before = new Map((await worthyPlaces(tx, season)).map((place) => [place.party, place.rank]))
  await insertDecision(tx, { ...of, isOut: true })
  // The places behind close up: nobody comes to one, or to a better one, by their own decision.
  const better = (await worthyPlaces(tx, season)).filter(({ party, rank }) => rank !== before.get(party))
  await requireNotOwn(tx, actor, ...better.map((place) => place.uid))
  await notifyMembers(tx, [uid], { kind: 'season_place_changed', facts: { season: month, isOut: true } })
}

/**
 * Lets a member in again whom the review took out; both decisions stay on record, and the member is notified. Answers whether they have a rank again:
 * one who is banned has it once they are let in. Throws as `excludeFromSeason`, and `conflict` for one who is not out.
 */
export async function includeInSeason(
  tx: Tx,
  actor: OperatorActor,
  asked: Asked,
  sealing: Pick<ActMember, 'secret'>,
): Promise<{ isRanked: boolean }> {
  const { of, isIn, isOut } = await standingIn(tx, actor, asked)
  const { month, uid } = asked
  if (!isOut) {
    const detail = `${uid} is not out of the season ${month}.`
    await requireOwnAgain(tx, actor, { action: 'season.include', target: month, uid, actions, detail })
    return { isRanked: isIn }
  }
  await operate(tx, actor, { action: 'season.include', target: month, member: memberOf(asked, sealing) })
  const isRanked = await insertDecision(tx, { ...of, isOut: false })
  if (isRanked)
    await notifyMembers(tx, [uid], { kind: 'season_place_changed', facts: { season: month, isOut: false } })
  return { isRanked }
}

/** Whom it is done to, with why, which is theirs. */
function memberOf({ uid, reason }: Asked, { secret }: Pick<ActMember, 'secret'>): ActMember {
  return memberWithReason(uid, reason, secret)
}

async function standingIn(tx: Tx, actor: OperatorActor, { month, uid, reason }: Asked) {
  const season = await requireReview(tx, month)
  const member = await findMember(tx, uid)
  if (!member) throw problem('not_found', { detail: `There is no member ${uid}.` })
  const { startsAt } = seasonBounds(month)
  const { party } = member
  const of = { month, startsAt, party, reason, author: authorOf(actor), at: await databaseNow(tx) }
  return { season, of, ...(await seasonStanding(tx, of)) }
}

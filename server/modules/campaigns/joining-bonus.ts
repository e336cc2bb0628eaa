import { grantedAward } from '#server/modules/ledger/public.ts'
import { isOwn, lastToSet } from '#server/modules/operators/public.ts'
import { grantPoints } from '#server/modules/points/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { CampaignRow } from './campaign-queries.ts'
import type { EnrolmentRow } from './enrolment-queries.ts'

type Offer = Pick<CampaignRow, 'id' | 'joiningBonusPoints'>
type Promised = Pick<EnrolmentRow, 'id' | 'uid' | 'party' | 'joiningBonusPoints'>

const program = 'joining-bonus'

/**
 * Points that a campaign promises a member who joins or applies now. The account of the operator who set them last is
 * promised none (docs/decisions/157-a-joining-bonus-is-not-paid-to-who-set-it.md).
 */
export async function offeredBonus(
  db: Db,
  uid: string,
  { id, joiningBonusPoints: points }: Offer,
): Promise<number> {
  if (points === 0) return 0
  const actions = ['campaign.create', 'campaign.edit'] as const
  const operator = await lastToSet(db, { actions, target: id, field: 'joiningBonusPoints' })
  return operator !== null && (await isOwn(db, operator, uid)) ? 0 : points
}

/** Pays what was promised to an enrolment that becomes active, once; the points that it paid now. */
export async function payJoiningBonus(tx: Tx, enrolment: Promised, campaign: Offer): Promise<number> {
  const points = await promisedBonus(tx, enrolment, campaign)
  if (points === 0) return 0
  const { id: period, party } = enrolment
  const { granted } = await grantPoints(tx, { party, program, period, points })
  return granted ? points : 0
}

/**
 * Points that a member still gets for a campaign: what their application was promised, or what joining pays now. 0 of who is
 * in it, was paid once, or cannot come back.
 */
export async function dueBonus(
  db: Db,
  uid: string,
  campaign: Offer,
  enrolment: EnrolmentRow | undefined,
): Promise<number> {
  if (!enrolment) return await offeredBonus(db, uid, campaign)
  const { id, party, state } = enrolment
  if (state === 'active' || state === 'removed') return 0
  const points = await (state === 'applied'
    ? promisedBonus(db, enrolment, campaign)
    : offeredBonus(db, uid, campaign))
  return points > 0 && (await grantedAward(db, party, program, id)) === null ? points : 0
}

/** That of the day of joining or applying; of an enrolment from before that was kept, the campaign's of now. */
async function promisedBonus(
  db: Db,
  { uid, joiningBonusPoints }: Promised,
  campaign: Offer,
): Promise<number> {
  return joiningBonusPoints ?? (await offeredBonus(db, uid, campaign))
}

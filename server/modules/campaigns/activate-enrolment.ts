import { isOwn, lastToSet } from '#server/modules/operators/public.ts'
import { grantPoints } from '#server/modules/points/public.ts'
import {
  createTrackingLink,
  enrolShareLinks,
  linksOfEnrolments,
  restartEnrolmentLinks,
  setEnrolmentPaysClicks,
} from '#server/modules/shortlinks/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { CampaignRow } from './campaign-queries.ts'
import type { EnrolmentRow } from './enrolment-queries.ts'

/**
 * What follows when an enrolment becomes active, in its transaction: the tracking link, made or turned on again, the links
 * that were shared before, and the joining bonus. The bonus is once an enrolment, so leaving and coming back pays nothing more; the account of the
 * operator who set it last has none (docs/decisions/157-a-joining-bonus-is-not-paid-to-who-set-it.md).
 */
export async function activateEnrolment(
  tx: Tx,
  enrolment: EnrolmentRow,
  campaign: CampaignRow,
): Promise<void> {
  const { id, uid, party } = enrolment
  await startEnrolmentLinks(tx, enrolment, campaign)
  const link = (await linksOfEnrolments(tx, [id])).get(id)
  if (!link) await createTrackingLink(tx, linkOf(enrolment, campaign))
  await setEnrolmentPaysClicks(tx, id, enrolment.clickMillicrels !== null)
  if (campaign.joiningBonusPoints > 0 && !(await setItself(tx, uid, campaign.id)))
    await grantPoints(tx, {
      party,
      program: 'joining-bonus',
      period: id,
      points: campaign.joiningBonusPoints,
    })
}

/** Whether a member is the operator by whom the joining bonus of a campaign is what it is. */
async function setItself(tx: Tx, uid: string, campaignId: string): Promise<boolean> {
  const actions = ['campaign.create', 'campaign.edit'] as const
  const operator = await lastToSet(tx, { actions, target: campaignId, field: 'joiningBonusPoints' })
  return operator !== null && (await isOwn(tx, operator, uid))
}

/** Turns on again what leaving or a removal stopped, and makes the enrolment's what its member shared while out. */
export async function startEnrolmentLinks(
  tx: Tx,
  enrolment: Pick<EnrolmentRow, 'id' | 'uid'>,
  campaign: Pick<CampaignRow, 'id' | 'destinationUrl'>,
): Promise<void> {
  await restartEnrolmentLinks(tx, enrolment.id)
  await enrolShareLinks(tx, linkOf(enrolment, campaign))
}

function linkOf(
  { id: enrolmentId, uid: ownerUid }: Pick<EnrolmentRow, 'id' | 'uid'>,
  { id: campaignId, destinationUrl }: Pick<CampaignRow, 'id' | 'destinationUrl'>,
) {
  return { ownerUid, enrolmentId, campaignId, destinationUrl }
}

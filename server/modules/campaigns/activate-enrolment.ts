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
import { payJoiningBonus } from './joining-bonus.ts'

/**
 * What follows when an enrolment becomes active, in its transaction: the tracking link, made or turned on again, the links
 * that were shared before, and the joining bonus, whose points it answers: once an enrolment, so leaving and coming back pays
 * nothing more.
 */
export async function activateEnrolment(
  tx: Tx,
  enrolment: EnrolmentRow,
  campaign: CampaignRow,
): Promise<number> {
  const { id } = enrolment
  await startEnrolmentLinks(tx, enrolment, campaign)
  const link = (await linksOfEnrolments(tx, [id])).get(id)
  if (!link) await createTrackingLink(tx, linkOf(enrolment, campaign))
  await setEnrolmentPaysClicks(tx, id, enrolment.clickMillicrels !== null)
  return await payJoiningBonus(tx, enrolment, campaign)
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

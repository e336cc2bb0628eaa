import { grantPoints } from '#server/modules/points/public.ts'
import {
  createTrackingLink,
  linksOfEnrolments,
  restartEnrolmentLinks,
  setEnrolmentPaysClicks,
} from '#server/modules/shortlinks/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { CampaignRow } from './campaign-queries.ts'
import type { EnrolmentRow } from './enrolment-queries.ts'

/**
 * What follows when an enrolment becomes active, in its transaction: the tracking link, made or turned on again, and
 * the joining bonus. The bonus is once an enrolment, so leaving and coming back pays nothing more.
 */
export async function activateEnrolment(
  tx: Tx,
  enrolment: EnrolmentRow,
  campaign: CampaignRow,
): Promise<void> {
  const { id, uid, party } = enrolment
  await restartEnrolmentLinks(tx, id)
  const link = (await linksOfEnrolments(tx, [id])).get(id)
  if (!link)
    await createTrackingLink(tx, {
      ownerUid: uid,
      enrolmentId: id,
      campaignId: campaign.id,
      destinationUrl: campaign.destinationUrl,
    })
  await setEnrolmentPaysClicks(tx, id, enrolment.clickMillicrels !== null)
  if (campaign.joiningBonusPoints > 0)
    await grantPoints(tx, {
      party,
      program: 'joining-bonus',
      period: id,
      points: campaign.joiningBonusPoints,
    })
}

import { sql } from 'kysely'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockCampaign } from './campaign-queries.ts'
import { coverKey } from './cover-file.ts'

export interface PictureErasure {
  campaignId: string
  /** The picture that a campaign shows, or one that it showed in the last week. */
  coverUrl: string
  reason: string
}

/**
 * Has an uploaded picture gone within seconds, at its address too: it is unlawful, or of somebody who did not agree. Where
 * the campaign shows it, its cover is drawn from then on, also of one that is over. It is not undone. Throws `not_found`,
 * and `conflict` for a picture that another campaign shows.
 */
export async function erasePicture(
  tx: Tx,
  actor: OperatorActor,
  { campaignId, coverUrl, reason }: PictureErasure,
  { files }: { files: Pick<Files, 'erase'> },
): Promise<void> {
  const campaign = await lockCampaign(tx, campaignId)
  if (!campaign) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  const key = coverKey(coverUrl)
  if (key === null || !(await files.erase(tx, key)))
    throw problem('not_found', { detail: 'There is no such picture any more.' })
  // Read once the file is held: a campaign that takes it at this moment is seen, or finds it gone.
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from campaign where cover_url = ${coverUrl} and id <> ${campaignId} order by id limit 1`.execute(
    tx,
  )
  const other = rows[0]
  if (other)
    throw problem('conflict', {
      detail: `${other.title} (${other.id}) shows this picture too: erase it there, once this one shows another.`,
    })
  const isShown = campaign.coverUrl === coverUrl
  await operate(tx, actor, {
    action: 'campaign.erase-picture',
    target: campaignId,
    ...(isShown && { before: { coverUrl } }),
    after: { ...(isShown && { coverUrl: null }), erased: coverUrl },
    reason,
  })
  if (!isShown) return
  await sql`update campaign set cover_url = null where id = ${campaignId}`.execute(tx)
  await sql`
    insert into campaign_change (campaign_id, author, reason, fields, terms_version)
    values (${campaignId}, ${authorOf(actor)}, ${reason}, '{coverUrl}', ${campaign.termsVersion})`.execute(tx)
}

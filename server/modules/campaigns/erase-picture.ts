import { sql } from 'kysely'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { problem } from '#server/platform/http/problems.ts'
import { coverKey } from './cover-file.ts'

export interface PictureErasure {
  campaignId: string
  /** The picture that a campaign shows, or one that it showed in the last week. */
  coverUrl: string
  reason: string
}

/** A campaign that shows a picture. */
export interface PictureShower {
  id: string
  title: string
}

/**
 * Has an uploaded picture gone within seconds, at its address too: it is unlawful, or of somebody who did not agree. Of
 * every campaign that shows it the cover is drawn from then on, also of those that are over, and each has its entry in the
 * log and its change. It is not undone. Throws `not_found`. Answers the other campaigns that showed it.
 */
export async function erasePicture(
  tx: Tx,
  actor: OperatorActor,
  { campaignId, coverUrl, reason }: PictureErasure,
  { files }: { files: Pick<Files, 'erase'> },
): Promise<PictureShower[]> {
  // By their ids: two who erase it from two campaigns wait for each other in one order.
  await sql`
    select from campaign where id = ${campaignId} or cover_url = ${coverUrl} order by id for no key update`.execute(
    tx,
  )
  const { rows: named } = await sql`select from campaign where id = ${campaignId}`.execute(tx)
  if (named.length === 0) throw problem('not_found', { detail: `There is no campaign ${campaignId}.` })
  const key = coverKey(coverUrl)
  if (key === null || !(await files.erase(tx, key)))
    throw problem('not_found', { detail: 'There is no such picture any more.' })
  // Read once the file is held: a campaign that takes it at this moment is seen, or finds it gone.
  const { rows: shown } = await sql<PictureShower>`
    select id, title from campaign where cover_url = ${coverUrl} order by id for no key update`.execute(tx)
  const isShown = shown.some(({ id }) => id === campaignId)
  const act = { action: 'campaign.erase-picture', reason } as const
  if (!isShown) await operate(tx, actor, { ...act, target: campaignId, after: { erased: coverUrl } })
  for (const { id } of shown)
    await operate(tx, actor, {
      ...act,
      target: id,
      before: { coverUrl },
      after: { coverUrl: null, erased: coverUrl },
    })
  const ids = shown.map(({ id }) => id)
  await sql`
    insert into campaign_change (campaign_id, author, reason, fields, terms_version)
    select id, ${authorOf(actor)}, ${reason}, '{coverUrl}', terms_version from campaign
    where id = any (${ids}) order by id`.execute(tx)
  await sql`update campaign set cover_url = null where id = any (${ids})`.execute(tx)
  return shown.filter(({ id }) => id !== campaignId)
}

/** The campaigns beside one that show each of some pictures, by the picture: what erasing it takes it from. */
export async function otherShowersOf(
  db: Db,
  campaignId: string,
  coverUrls: readonly (string | null)[],
): Promise<Map<string, PictureShower[]>> {
  const uploaded = coverUrls.filter((url) => url !== null && coverKey(url) !== null)
  const { rows } = await sql<PictureShower & { coverUrl: string }>`
    select id, title, cover_url as "coverUrl" from campaign
    where cover_url = any (${uploaded}) and id <> ${campaignId} order by id`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ coverUrl }) => coverUrl)].map(([url, showers]) => [
      url,
      showers.map(({ id, title }) => ({ id, title })),
    ]),
  )
}

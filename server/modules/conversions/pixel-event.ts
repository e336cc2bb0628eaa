import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { findConversion, type Conversion } from './conversion-queries.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

const prefix = 'pixel:'

/**
 * The key of a pixel's report of an event, with its click: every visitor of the page can load the pixel with any event
 * id, and must take the event neither from the brand's server nor from the visitor who really bought.
 */
export function pixelEvent(eventId: string, clickId: string): string {
  return `${prefix}${eventId} ${clickId}`
}

/**
 * The event that a pixel's word of this name is about; undefined for a name that no pixel gave. No event id has a space.
 */
export function pixelEventOf(eventId: string): string | undefined {
  return eventId.startsWith(prefix) ? eventId.slice(prefix.length).split(' ', 1)[0] : undefined
}

/** What pixels said of an event, one for each click, the oldest first; of a corrected one its correction. */
export async function pixelConversions(tx: Tx, brandId: string, eventId: string): Promise<Conversion[]> {
  const { rows } = await sql<{ name: string }>`
    select event_id as name from conversion
    where brand_id = ${brandId} and starts_with(event_id, 'pixel:') and conversion_event_of(event_id) = ${eventId}
      and corrects is null
    order by created_at, id ${keepsPlan}`.execute(tx)
  const words: Conversion[] = []
  for (const { name } of rows) words.push((await findConversion(tx, brandId, name))!)
  return words
}

/**
 * What else is recorded about the event of a conversion, which the caller has locked: the server's report where it is a
 * pixel's word, else another pixel's word that was not rejected.
 */
export async function otherWordOnEvent(
  tx: Tx,
  { brandId, eventId }: Pick<Conversion, 'brandId' | 'eventId'>,
): Promise<Conversion | undefined> {
  const said = pixelEventOf(eventId)
  const report = said === undefined ? undefined : await findConversion(tx, brandId, said)
  if (report) return report
  const words = await pixelConversions(tx, brandId, said ?? eventId)
  // A word beside another pixel's may wait; beside one that is accepted it is not put right.
  return words.find(
    (word) =>
      word.eventId !== eventId &&
      (said === undefined ? word.status !== 'rejected' : word.status === 'accepted'),
  )
}

/** Why a pixel's word that waited was let go: it is no refusal of what happened. */
export const supersededReason = 'reported_by_server'

/** What a pixel said of an event, once a reviewer has accepted it: it is the event then, under its own id. */
export async function acceptedPixel(
  tx: Tx,
  { brandId }: Pick<BrandActor, 'brandId'>,
  eventId: string,
): Promise<Conversion | undefined> {
  return await acceptedOf(tx, await pixelConversions(tx, brandId, eventId), eventId)
}

/** The same of an event whose pixel reports are read already (`pixelConversions`). */
export async function acceptedOf(
  tx: Tx,
  reports: Conversion[],
  eventId: string,
): Promise<Conversion | undefined> {
  for (const said of reports)
    if (said.status === 'accepted' && (await eventSaidByPixel(tx, said.id))) return { ...said, eventId }
  return undefined
}

/** The event, and its brand, that a conversion is a pixel's word about; undefined for any other. */
export async function eventSaidByPixel(
  tx: Tx,
  conversionId: string,
): Promise<{ brandId: string; eventId: string } | undefined> {
  const { rows } = await sql<{ brandId: string; eventId: string }>`
    select brand_id as "brandId", conversion_event_of(event_id) as "eventId" from conversion
    where id = ${conversionId} and review_reason = 'unconfirmed'`.execute(tx)
  return rows[0]
}

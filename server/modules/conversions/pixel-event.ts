import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { findConversion, type Conversion } from './conversion-queries.ts'

const prefix = 'pixel:'

/**
 * The name under which the pixel's word on an event is kept: whoever sees the page can load it with any event id,
 * and must not take one away from the brand's server.
 */
export function pixelEvent(eventId: string): string {
  return prefix + eventId
}

/** Why a pixel's word that waited was let go: it is no refusal of what happened. */
export const supersededReason = 'reported_by_server'

/** What a pixel said of an event, once somebody has accepted it: it is the event then, under its own id. */
export async function acceptedPixel(
  tx: Tx,
  { brandId }: Pick<BrandActor, 'brandId'>,
  eventId: string,
): Promise<Conversion | undefined> {
  const said = await findConversion(tx, brandId, pixelEvent(eventId))
  if (said?.status !== 'accepted') return undefined
  return (await eventSaidByPixel(tx, said.id)) ? { ...said, eventId } : undefined
}

/** The event, and its brand, that a conversion is a pixel's word about; undefined for any other. */
export async function eventSaidByPixel(
  tx: Tx,
  conversionId: string,
): Promise<{ brandId: string; eventId: string } | undefined> {
  const { rows } = await sql<{ brandId: string; eventId: string }>`
    select brand_id as "brandId", substr(event_id, ${prefix.length + 1}::integer) as "eventId" from conversion
    where id = ${conversionId} and held_reason = 'unconfirmed'`.execute(tx)
  return rows[0]
}

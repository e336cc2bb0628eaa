import { sql } from 'kysely'
import type { RefundAnswer } from '#contracts/conversions.schemas.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { findConversion, lockEvent } from './conversion-queries.ts'
import { reasonCode } from './reason-code.ts'
import { applyRefund } from './apply-refund.ts'

/**
 * An operator takes an accepted conversion back, before or after its earning is unlocked, as a brand's whole refund
 * would; `reason` (snake_case) is what the member sees. Throws `not_found`, `conflict` for one that is held, which is
 * decided instead, and `not_refundable` when nothing of it is left.
 */
export async function reverseConversion(
  tx: Tx,
  input: { conversionId: string; reason: string },
): Promise<RefundAnswer> {
  const { rows } = await sql<{ brandId: string; eventId: string }>`
    select brand_id as "brandId", event_id as "eventId" from conversion where id = ${input.conversionId}`.execute(
    tx,
  )
  const name = rows[0]
  if (!name) throw problem('not_found', { detail: 'There is no such conversion.' })
  // Like a refund of the brand's: the two wait for each other.
  const at = await lockEvent(tx, name.brandId, name.eventId)
  const conversion = (await findConversion(tx, name.brandId, name.eventId))!
  if (conversion.status === 'held')
    throw problem('conflict', { detail: 'This conversion is held: decide it.' })
  if (conversion.status === 'rejected') throw problem('not_refundable')
  const refund = { id: newId('refund'), refundId: null, minor: null, at, reason: reasonCode(input.reason) }
  const taken = await applyRefund(tx, conversion, refund)
  if (taken.refusal) throw problem(taken.refusal)
  return taken.answer
}

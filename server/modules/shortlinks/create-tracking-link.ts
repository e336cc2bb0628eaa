import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RandomBytes } from '#rules/code-alphabet.ts'
import { drawShortCode } from '#rules/short-code.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'

export interface TrackingLinkInput {
  ownerUid: string
  enrolmentId: string
  campaignId: string
  /** As `assertDestination` answered it. */
  destinationUrl: string
}

/** A code is taken once in thousands of millions; this many in a row mean that something else is wrong. */
const drawsMax = 20

/**
 * Makes the tracking link of an enrolment, or answers the one it has: an enrolment has one link, forever.
 * The code is drawn here and unique by the database.
 */
export async function createTrackingLink(
  tx: Tx,
  input: TrackingLinkInput,
  chance: RandomBytes = randomBytes,
): Promise<{ id: string; code: string }> {
  for (let draw = 0; draw < drawsMax; draw++) {
    const link = { id: newId('link'), code: drawShortCode(chance) }
    const { numAffectedRows } = await sql`
      insert into link (id, code, kind, owner_uid, enrolment_id, campaign_id, destination_url)
      values (${link.id}, ${link.code}, 'tracking', ${input.ownerUid}, ${input.enrolmentId}, ${input.campaignId},
              ${input.destinationUrl})
      on conflict do nothing`.execute(tx)
    if (numAffectedRows === 1n) return link
    const existing = await linkOfEnrolment(tx, input.enrolmentId)
    if (existing) return existing
  }
  throw new Error(`${drawsMax} codes in a row were taken`)
}

async function linkOfEnrolment(
  tx: Tx,
  enrolmentId: string,
): Promise<{ id: string; code: string } | undefined> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from link where enrolment_id = ${enrolmentId} and kind = 'tracking'`.execute(tx)
  return rows[0]
}

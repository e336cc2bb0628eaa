import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RandomBytes } from '#rules/code-alphabet.ts'
import { drawShortCode } from '#rules/short-code.ts'
import type { Tx } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'

export interface ShareLinkInput {
  ownerUid: string
  campaignId: string
  /** Conversions of its clicks are this enrolment's; null for a member who is not in the campaign. */
  enrolmentId: string | null
  destinationUrl: string
}

/** A code is taken once in thousands of millions; this many in a row mean that something else is wrong. */
const drawsMax = 20

/** Makes a link of its own for one share of a campaign. Its visitors are recorded in `link_visitor`. */
export async function createShareLink(
  tx: Tx,
  { ownerUid, campaignId, enrolmentId, destinationUrl }: ShareLinkInput,
  chance: RandomBytes = randomBytes,
): Promise<{ id: string; code: string }> {
  for (let draw = 0; draw < drawsMax; draw++) {
    const link = { id: newId('link'), code: drawShortCode(chance) }
    const { numAffectedRows } = await sql`
      insert into link (id, code, kind, owner_uid, enrolment_id, campaign_id, destination_url, pays_clicks)
      values (${link.id}, ${link.code}, 'share', ${ownerUid}, ${enrolmentId}, ${campaignId}, ${destinationUrl},
              exists (select from link where enrolment_id = ${enrolmentId} and pays_clicks))
      on conflict (code) do nothing`.execute(tx)
    if (numAffectedRows === 1n) return link
  }
  throw new Error(`${drawsMax} codes in a row were taken`)
}

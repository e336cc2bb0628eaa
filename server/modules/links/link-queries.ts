import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** What a person decided about a link; `expired` is not among them, time decides that. */
export type StoredLinkState = 'active' | 'disabled' | 'banned'

export interface EnrolmentLink {
  id: string
  code: string
  state: StoredLinkState
}

/** Changes a link's state; every process hears of it when `tx` commits, and stops answering as before. */
export async function setLinkState(tx: Tx, linkId: string, state: StoredLinkState): Promise<void> {
  await sql`update link set state = ${state} where id = ${linkId} and state <> ${state}`.execute(tx)
}

/** Changes all links of an enrolment that are in one state: the tracking link, and those of shares. */
export async function setEnrolmentLinks(
  tx: Tx,
  enrolmentId: string,
  { from, to }: { from: StoredLinkState; to: StoredLinkState },
): Promise<void> {
  await sql`
    update link set state = ${to} where enrolment_id = ${enrolmentId} and state = ${from}`.execute(tx)
}

/** Leads every tracking link of a campaign that still leads to `from` to `to`: deep links of members stay. */
export async function retargetCampaignLinks(
  tx: Tx,
  campaignId: string,
  from: string,
  to: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update link set destination_url = ${to}
    where campaign_id = ${campaignId} and kind = 'tracking' and destination_url = ${from}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The tracking links of enrolments, by enrolment; one that has none is absent. */
export async function linksOfEnrolments(db: Db, enrolmentIds: string[]): Promise<Map<string, EnrolmentLink>> {
  const { rows } = await sql<EnrolmentLink & { enrolment_id: string }>`
    select id, code, state, enrolment_id from link
    where enrolment_id = any (${enrolmentIds}) and kind = 'tracking'`.execute(db)
  return new Map(rows.map(({ enrolment_id, ...link }) => [enrolment_id, link]))
}

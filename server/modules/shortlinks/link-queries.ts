import { sql, type RawBuilder } from 'kysely'
import { isDisabled } from '#server/modules/accounts/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'

/** In a query of links: whether one works while its own state is `active` and its owner is not disabled. */
export const worksForOwner = sql<boolean>`(
  removed_at is null and blocked_by_host is null and coalesce(expires_at > crels_now(), true))`

/** In a query of links: whether the owner of one is disabled now. */
export const isOwnerDisabled = isDisabled(sql`owner_uid`)

/** In a query of links: whether one works while its own state is `active`. */
export const worksWhileActive = sql<boolean>`(${worksForOwner} and not ${isOwnerDisabled})`

/** What a person decided about a link; `expired` is not among them, time decides that. */
export type StoredLinkState = 'active' | 'disabled' | 'banned'

/**
 * The state a link answers with: one that leads to a blocked host is banned, whatever its own state is, and what works of
 * a disabled member's is off until they are enabled.
 */
export const answeredState = sql<StoredLinkState>`
  case when blocked_by_host is not null then 'banned'
    when state = 'active' and ${isOwnerDisabled} then 'disabled' else state end as state`

export interface EnrolmentLink {
  id: string
  code: string
  state: StoredLinkState
}

/** Changes a link's state; every process hears of it when `tx` commits, and stops answering as before. */
export async function setLinkState(tx: Tx, linkId: string, state: StoredLinkState): Promise<void> {
  await sql`update link set state = ${state} where id = ${linkId} and state <> ${state}`.execute(tx)
}

/** Stops what works of an enrolment's links: the tracking link, deep ones, and those of shares. */
export async function stopEnrolmentLinks(tx: Tx, enrolmentId: string): Promise<void> {
  await sql`
    update link set state = 'disabled', stopped_by_leaving = true
    where enrolment_id = ${enrolmentId} and state = 'active' and removed_at is null`.execute(tx)
}

/** Turns on again what stopped so; what its owner or an operator turned off stays off. */
export async function restartEnrolmentLinks(tx: Tx, enrolmentId: string): Promise<void> {
  await sql`
    update link set state = 'active', stopped_by_leaving = false
    where enrolment_id = ${enrolmentId} and ${hasStopped} and removed_at is null`.execute(tx)
}

/** How many links of an enrolment work again once they are restarted. */
export async function countLinksToRestart(db: Db, enrolmentId: string): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    select count(*)::integer as links from link
    where enrolment_id = ${enrolmentId} and ${hasStopped} and ${worksWhileActive}`.execute(db)
  return rows[0]!.links
}

const hasStopped = sql`state = 'disabled' and stopped_by_leaving`

/** Says whether an enrolment is paid for clicks, on its links: those that count from then on wait to be paid. */
export async function setEnrolmentPaysClicks(tx: Tx, enrolmentId: string, pays: boolean): Promise<void> {
  await sql`
    update link set pays_clicks = ${pays} where enrolment_id = ${enrolmentId} and pays_clicks <> ${pays}`.execute(
    tx,
  )
}

/**
 * In a query of a campaign's links: those that lead where it leads, and follow it elsewhere. Deep links of members stay.
 */
export function followsCampaign(destinationUrl: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(kind in ('tracking', 'share') and destination_url = ${destinationUrl})`
}

/** Leads every link of a campaign that still leads to `from` to `to`, those of shares too. */
export async function retargetCampaignLinks(
  tx: Tx,
  campaignId: string,
  from: string,
  to: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update link set destination_url = ${to}
    where campaign_id = ${campaignId} and ${followsCampaign(from)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** In another query: `{id, code}` of the tracking link of the enrolment it names, as JSON; null without one. */
export function trackingLinkOf(
  enrolmentId: RawBuilder<unknown>,
): RawBuilder<{ id: string; code: string } | null> {
  return sql`(
    select json_build_object('id', l.id, 'code', l.code) from link l
    where l.enrolment_id = ${enrolmentId} and l.kind = 'tracking')`
}

/** The tracking links of enrolments, by enrolment; one that has none is absent. */
export async function linksOfEnrolments(db: Db, enrolmentIds: string[]): Promise<Map<string, EnrolmentLink>> {
  if (enrolmentIds.length === 0) return new Map()
  const { rows } = await sql<EnrolmentLink & { enrolment_id: string }>`
    select id, code, ${answeredState}, enrolment_id from link
    where enrolment_id = any (${enrolmentIds}) and kind = 'tracking'`.execute(db)
  return new Map(rows.map(({ enrolment_id, ...link }) => [enrolment_id, link]))
}

/** What a list calls a link by. */
export interface LinkName {
  id: string
  code: string
  /** What its owner called it; null where they did not, and once they removed it. */
  title: string | null
  campaignId: string | null
  /** Null when it is no link of an enrolment. */
  enrolmentId: string | null
}

/** Links of a member by id, those they removed too; other people's are absent. */
export async function linkNames(db: ReadDb, uid: string, ids: string[]): Promise<Map<string, LinkName>> {
  const { rows } = await sql<LinkName>`
    select id, code, title, campaign_id as "campaignId", enrolment_id as "enrolmentId" from link
    where owner_uid = ${uid} and id = any (${ids})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

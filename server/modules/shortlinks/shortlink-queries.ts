import { sql } from 'kysely'
import type { ShortlinkKind } from '#contracts/shortlinks.constants.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { answeredState, type StoredLinkState } from './link-queries.ts'

/** A link as its owner made it. */
export interface ShortlinkRow {
  id: string
  code: string
  kind: ShortlinkKind
  ownerUid: string
  enrolmentId: string | null
  campaignId: string | null
  destinationUrl: string
  title: string | null
  /** By full name: `utm_source`. */
  utm: Record<string, string> | null
  defaultSub: string | null
  state: StoredLinkState
  expiresAt: Date | null
  fallbackUrl: string | null
  createdAt: Date
}

const columns = sql`
  id, code, kind, owner_uid as "ownerUid", enrolment_id as "enrolmentId", campaign_id as "campaignId",
  destination_url as "destinationUrl", title, utm, default_sub as "defaultSub", ${answeredState}, expires_at as "expiresAt",
  fallback_url as "fallbackUrl", created_at as "createdAt"`

/** What a member decides about a link of theirs. */
export type ShortlinkFields = Pick<
  ShortlinkRow,
  'destinationUrl' | 'title' | 'utm' | 'defaultSub' | 'expiresAt' | 'fallbackUrl'
>

export type NewShortlink = ShortlinkFields &
  Pick<ShortlinkRow, 'id' | 'code' | 'kind' | 'ownerUid' | 'enrolmentId' | 'campaignId'>

/** Writes a link unless its code is taken: undefined then. */
export async function insertShortlink(tx: Tx, link: NewShortlink): Promise<ShortlinkRow | undefined> {
  const { rows } = await sql<ShortlinkRow>`
    insert into link (id, code, kind, owner_uid, enrolment_id, campaign_id, destination_url, title, utm, default_sub,
                      expires_at, fallback_url, pays_clicks)
    values (${link.id}, ${link.code}, ${link.kind}, ${link.ownerUid}, ${link.enrolmentId}, ${link.campaignId},
            ${link.destinationUrl}, ${link.title}, ${jsonOf(link.utm)}::jsonb, ${link.defaultSub}, ${link.expiresAt},
            ${link.fallbackUrl},
            exists (select from link l where l.enrolment_id = ${link.enrolmentId} and l.pays_clicks))
    on conflict (code) do nothing returning ${columns}`.execute(tx)
  return rows[0]
}

/** Writes what a member decided about their link, and whether it is on. */
export async function updateShortlink(
  tx: Tx,
  id: string,
  fields: ShortlinkFields & { state: StoredLinkState; isStateChosen: boolean },
): Promise<ShortlinkRow> {
  const { rows } = await sql<ShortlinkRow>`
    update link set destination_url = ${fields.destinationUrl}, title = ${fields.title}, utm = ${jsonOf(fields.utm)}::jsonb,
      default_sub = ${fields.defaultSub}, expires_at = ${fields.expiresAt}, fallback_url = ${fields.fallbackUrl},
      state = ${fields.state}, stopped_by_leaving = stopped_by_leaving and not ${fields.isStateChosen}
    where id = ${id} returning ${columns}`.execute(tx)
  return rows[0]!
}

/** A link that a member has; those they removed and other people's are undefined. */
export async function findShortlink(
  db: Db,
  { id, ownerUid }: { id: string; ownerUid: string },
): Promise<ShortlinkRow | undefined> {
  const { rows } = await sql<ShortlinkRow>`
    select ${columns} from link
    where id = ${id} and owner_uid = ${ownerUid} and removed_at is null`.execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockShortlink(
  tx: Tx,
  { id, ownerUid }: { id: string; ownerUid: string },
): Promise<ShortlinkRow | undefined> {
  const { rows } = await sql<ShortlinkRow>`
    select ${columns} from link
    where id = ${id} and owner_uid = ${ownerUid} and removed_at is null for update`.execute(tx)
  return rows[0]
}

/** Takes a link from its owner's list and forgets what they wrote; the code stays taken and answers 410. */
export async function removeLink(tx: Tx, id: string): Promise<void> {
  await sql`
    update link set removed_at = crels_now(), state = case state when 'active' then 'disabled' else state end,
      title = null, utm = null, default_sub = null, fallback_url = null, destination_url = 'https://deleted.invalid/'
    where id = ${id}`.execute(tx)
}

export interface ShortlinkFilter {
  kind?: ShortlinkKind
  q?: string
  /** The id of the last one before. */
  before?: string
  /** Rows at most. */
  limit: number
}

/**
 * A member's links, newest first; those of shares only where they are asked for. Apart, so that its plan can be tested.
 */
export function shortlinksSql(ownerUid: string, { kind, q, before, limit }: ShortlinkFilter) {
  const ofKind = kind ? sql`and kind = ${kind}` : sql`and kind <> 'share'`
  const part = q
    ? sql`and position(lower(${q}) in lower(concat_ws(' ', title, code, destination_url))) > 0`
    : sql``
  const after = before ? sql`and id < ${before}` : sql``
  return sql<ShortlinkRow>`
    select ${columns} from link
    where owner_uid = ${ownerUid} and removed_at is null ${ofKind} ${part} ${after}
    order by id desc limit ${limit}`
}

/** Which of these codes are in use. */
export async function takenCodes(db: Db, codes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select code from link where code = any (${codes})`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

/**
 * How many links a member made since a moment, removed ones too. Others of the same member who ask wait until this
 * transaction ends, so that a limit holds.
 */
export async function linksMadeSince(tx: Tx, ownerUid: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('link made'), hashtext(${ownerUid}))`.execute(tx)
  const { rows } = await sql<{ made: number }>`
    select count(*)::integer as made from link
    where owner_uid = ${ownerUid} and kind in ('own', 'deep') and created_at > ${since}`.execute(tx)
  return rows[0]!.made
}

function jsonOf(utm: Record<string, string> | null): string | null {
  return utm === null ? null : JSON.stringify(utm)
}

import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import type { StoredLinkState } from './link-queries.ts'

/** A link as the operator looks at it. */
export interface LinkByCode {
  id: string
  code: string
  kind: string
  ownerUid: string
  campaignId: string | null
  destinationUrl: string
  fallbackUrl: string | null
  title: string | null
  state: StoredLinkState
  expiresAt: Date | null
  createdAt: Date
  removedAt: Date | null
}

/** The link of a code, removed ones too. */
export async function linkByCode(db: Db, code: string): Promise<LinkByCode | undefined> {
  const { rows } = await sql<LinkByCode>`
    select id, code, kind, owner_uid as "ownerUid", campaign_id as "campaignId", destination_url as "destinationUrl",
      fallback_url as "fallbackUrl", title, state, expires_at as "expiresAt", created_at as "createdAt",
      removed_at as "removedAt"
    from link where code = ${code}`.execute(db)
  return rows[0]
}

/**
 * Turns a link off for breaking the rules, or lets its owner have it again: it is disabled then, and theirs to switch
 * on. Answers whether anything changed.
 */
export async function setLinkBanned(tx: Tx, code: string, isBanned: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update link set state = ${isBanned ? 'banned' : 'disabled'}, stopped_by_leaving = false
    where code = ${code} and (state = 'banned') <> ${isBanned}`.execute(tx)
  return numAffectedRows === 1n
}

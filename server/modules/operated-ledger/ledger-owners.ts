import { sql } from 'kysely'
import type { LedgerAccount, LedgerTransaction } from '#contracts/operator-ledger.schemas.ts'
import type { Db } from '#server/platform/database.ts'

/** Whose accounts are, by party: members by uid where that may be read, campaigns by title. A member who left has none. */
export async function ownersOf(
  db: Db,
  rows: readonly { party: string }[],
  readsMembers: boolean,
): Promise<Map<string, NonNullable<LedgerAccount['owner']>>> {
  const parties = [...new Set(rows.map(({ party }) => party))]
  const { rows: campaigns } = await sql<{ party: string; title: string }>`
    select id as party, title from campaign where id = any (${parties})`.execute(db)
  const { rows: members } = readsMembers
    ? await sql<{ party: string; uid: string }>`
        select party, uid from member where party = any (${parties})`.execute(db)
    : { rows: [] }
  return new Map<string, NonNullable<LedgerAccount['owner']>>([
    ...campaigns.map(({ party, title }) => [party, { uid: null, title }] as const),
    ...members.map(({ party, uid }) => [party, { uid, title: null }] as const),
  ])
}

/** The party of a member; undefined for what is no uid. */
export async function partyOfUid(db: Db, uid: string): Promise<string | undefined> {
  const { rows } = await sql<{ party: string }>`select party from member where uid = ${uid}`.execute(db)
  return rows[0]?.party
}

/** The sale or lead of an earning, or of the refund that took of one; null for an earning of clicks. */
export async function saleOf(db: Db, source: string): Promise<LedgerTransaction['sale']> {
  const { rows } = await sql<{
    conversionId: string
    eventId: string
    brand: string
    campaign: string
    usdCents: number | null
    occurredAt: Date
  }>`
    select c.id as "conversionId", c.event_id as "eventId", b.name as brand, p.title as campaign,
      c.sale_usd_cents as "usdCents", c.occurred_at as "occurredAt"
    from conversion c join brand b on b.id = c.brand_id left join campaign p on p.id = c.campaign_id
    where c.id = (select e.conversion_id from earning e where e.id = ${source})
      or c.id = (select r.conversion_id from refund r where r.id = ${source})`.execute(db)
  return rows[0] ? { ...rows[0], occurredAt: rows[0].occurredAt.toISOString() } : null
}

import { sql } from 'kysely'
import type { ClickNetwork } from '#rules/click-review.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** Where the different visitors of links of shares came from, `except` those (16 bytes in hexadecimal); by link. */
export async function visitorsOfLinks(
  db: Db,
  linkIds: string[],
  except: string[],
): Promise<Map<string, ClickNetwork[]>> {
  const { rows } = await sql<{ linkId: string; visitors: ClickNetwork[] }>`
    select link_id as "linkId", jsonb_agg(case when network is not null then jsonb_build_object('kind', network_kind,
             'network', encode(network, 'hex'), 'address', encode(address, 'hex')) end) as visitors
    from link_visitor
    where link_id = any (${linkIds})
      and visitor <> all (select decode(v, 'hex') from unnest(${except}::text[]) v)
    group by 1`.execute(db)
  return new Map(rows.map(({ linkId, visitors }) => [linkId, visitors]))
}

/**
 * Who came by the link of a share, the first first, 5,000 at most: when, as whom (a hash of that day, in hexadecimal) and
 * from where.
 */
export async function visitorsOfLink(
  db: Db,
  linkId: string,
): Promise<{ at: Date; visitor: string; from: ClickNetwork }[]> {
  const { rows } = await sql<{ at: Date; visitor: string; from: ClickNetwork }>`
    select came_at as at, encode(visitor, 'hex') as visitor,
           case when network is not null then jsonb_build_object('kind', network_kind,
             'network', encode(network, 'hex'), 'address', encode(address, 'hex')) end as "from"
    from link_visitor where link_id = ${linkId} order by came_at, visitor limit 5000`.execute(db)
  return rows
}

/** Links of shares with visitors that were not counted yet, by their ids; after one. */
export async function newlyVisitedLinks(
  db: Db,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ linkId: string }>`
    select distinct link_id as "linkId" from link_visitor
    where is_new and link_id > ${after} order by link_id limit ${limit}`.execute(db)
  return rows.map(({ linkId }) => linkId)
}

/** Marks the visitors of a link so far as seen; count them afterwards. */
export async function markVisitorsSeen(tx: Tx, linkId: string): Promise<void> {
  await sql`update link_visitor set is_new = false where link_id = ${linkId} and is_new`.execute(tx)
}

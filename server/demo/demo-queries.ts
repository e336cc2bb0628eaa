import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../platform/database.ts'

/** Demo creators have addresses under this reserved domain, and no other account can. */
export const demoMember = sql`email like '%@demo.crels.example'`

/** Ids of the demo brands by slug. */
export async function demoBrandIds(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; slug: string }>`select id, slug from brand where demo`.execute(db)
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

/** The link of a share that a member has just made. */
export async function linkOfShare(
  tx: Tx,
  uid: string,
  { network, campaignId }: { network: string; campaignId: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select link_id as id from social_share
    where uid = ${uid} and network = ${network} and campaign_id = ${campaignId}
    order by shared_at desc limit 1`.execute(tx)
  return rows[0]!.id
}

/**
 * Records the visitors of shares. The clicks were loaded by another connection, for which the links of this transaction
 * are not there yet: it could not see that they are shares.
 */
export async function recordShareVisitors(tx: Tx): Promise<void> {
  await sql`
    insert into link_visitor (link_id, visitor, came_at, is_new)
    select distinct on (c.link_id, c.visitor) c.link_id, c.visitor, c.at, false
    from link l join click c on c.link_id = l.id
    where l.kind = 'share' and c.countable order by 1, 2, 3
    on conflict do nothing`.execute(tx)
}

export interface DemoConversionRow {
  id: string
  brandId: string
  eventId: string
  status: 'accepted' | 'under_review'
}

/** Conversions of demo brands that still count for something. */
export async function demoConversions(tx: Tx): Promise<DemoConversionRow[]> {
  const { rows } = await sql<DemoConversionRow>`
    select c.id, c.brand_id as "brandId", c.event_id as "eventId", c.status
    from conversion c join brand b on b.id = c.brand_id join earning e on e.conversion_id = c.id
    where b.demo and c.status in ('accepted', 'under_review') and e.state <> 'reversed'
    order by c.id`.execute(tx)
  return rows
}

/** Earnings of clicks in campaigns of demo brands that still count for something. */
export async function demoClickEarnings(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from earning e join campaign c on c.id = e.campaign_id
    where c.demo and e.type = 'click' and e.state <> 'reversed' order by e.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Orders of demo items in force, of members of one's own; those of the demo's creators go with their accounts. */
export async function demoOrders(
  tx: Tx,
): Promise<{ id: string; party: string; txnId: string; crels: number }[]> {
  const { rows } = await sql<{ id: string; party: string; txnId: string; crels: number }>`
    select o.id, o.party, o.txn_id as "txnId", coalesce(o.crels * o.quantity, 0) as crels
    from shop_order o join shop_item i on i.id = o.item_id
    where i.demo and o.state <> 'cancelled'
      and exists (select from account a where a.party = o.party and a.closed_at is null)
      and not exists (select from member where party = o.party and ${demoMember})
    order by o.id`.execute(tx)
  return rows
}

/** The demo's creators in the ledger. */
export async function demoCreatorParties(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ party: string }>`
    select party from member where ${demoMember} order by 1`.execute(tx)
  return rows.map(({ party }) => party)
}

/** The demo's campaigns, whose budgets the ledger has by their ids. */
export async function demoCampaignIds(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from campaign where demo order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes every row of the demo outside the ledger; answers what there was. */
export async function deleteDemoRows(
  tx: Tx,
): Promise<{ brands: number; campaigns: number; members: number }> {
  const campaigns = sql`(select id from campaign where demo)`
  const links = sql`(select id from link where campaign_id in ${campaigns})`
  const conversions = sql`(select c.id from conversion c join brand b on b.id = c.brand_id where b.demo)`
  const members = sql`(select uid from member where ${demoMember})`
  await sql`select pg_notify('link', code) from link where id in ${links}`.execute(tx)
  await sql`
    delete from social_share where uid in ${members} or campaign_id in ${campaigns}`.execute(tx)
  await sql`delete from refund where conversion_id in ${conversions}`.execute(tx)
  const enrolments = sql`(select id from enrolment where campaign_id in ${campaigns} or uid in ${members})`
  await sql`delete from payable_click where enrolment_id in ${enrolments}`.execute(tx)
  await sql`delete from click_review where enrolment_id in ${enrolments}`.execute(tx)
  await sql`delete from click_pay where enrolment_id in ${enrolments}`.execute(tx)
  const earnings = sql`(
    select id from earning where conversion_id in ${conversions} or type = 'click' and campaign_id in ${campaigns})`
  await sql`delete from earning_origin where earning_id in ${earnings}`.execute(tx)
  await sql`delete from appeal where earning_id in ${earnings}`.execute(tx)
  await sql`delete from earning where id in ${earnings}`.execute(tx)
  await sql`
    delete from brand_question where uid in ${members} or brand_id in (select id from brand where demo)`.execute(
    tx,
  )
  await sql`delete from conversion_claim where campaign_id in ${campaigns}`.execute(tx)
  await sql`delete from conversion where id in ${conversions}`.execute(tx)
  await sql`delete from link_visitor where link_id in ${links}`.execute(tx)
  await sql`delete from click where link_id in ${links}`.execute(tx)
  await sql`delete from click_quarter where link_id in ${links}`.execute(tx)
  await sql`delete from click_utc_day where link_id in ${links}`.execute(tx)
  await sql`delete from click_breakdown where link_id in ${links}`.execute(tx)
  await sql`delete from enrolment where campaign_id in ${campaigns} or uid in ${members}`.execute(tx)
  await sql`delete from link where campaign_id in ${campaigns} or owner_uid in ${members}`.execute(tx)
  await sql`delete from announcement where campaign_id in ${campaigns}`.execute(tx)
  await dropDemoPictures(tx)
  const gone = {
    campaigns: await deleted(tx, sql`delete from campaign where demo`),
    brands: await deleted(tx, sql`delete from brand where demo`),
  }
  await deleteDemoShop(tx)
  await sql`delete from member_visitor where uid in ${members}`.execute(tx)
  for (const table of [
    'badge',
    'check_in',
    'streak_freeze',
    'member_zone',
    'streak',
    'reward_count',
    'moment',
    'member_milestone',
  ])
    await sql`
      delete from ${sql.table(table)} where party in (select party from member where ${demoMember})`.execute(
      tx,
    )
  await sql`
    delete from friend_invitation where friend_uid in ${members} or inviter_uid in ${members}`.execute(tx)
  await sql`delete from address_award where uid in ${members}`.execute(tx)
  await sql`delete from notification where uid in ${members}`.execute(tx)
  await sql`delete from support_request where uid in ${members}`.execute(tx)
  await sql`delete from identity.auth_user where id in ${members}`.execute(tx)
  return { ...gone, members: await deleted(tx, sql`delete from member where ${demoMember}`) }
}

/** Their files go with the next run of the job that removes what nothing shows. */
async function dropDemoPictures(tx: Tx): Promise<void> {
  await sql`
    update stored_file set state = 'dropped', since = now()
    where key in (select logo_key from brand where demo
                  union all select substr(cover_url, 8) from campaign where demo and cover_url like '/files/%')`.execute(
    tx,
  )
}

/**
 * Items of the demo with every order of them, and every order of its creators: what they bought of items of one's own is
 * for sale again, but codes that were looked at.
 */
async function deleteDemoShop(tx: Tx): Promise<void> {
  const items = sql`(select id from shop_item where demo)`
  const parties = sql`(select party from member where ${demoMember})`
  const orders = sql`(select id from shop_order where item_id in ${items} or party in ${parties})`
  await sql`
    update shop_item i set stock = i.stock + o.pieces
    from (select item_id, sum(quantity) as pieces from shop_order
          where id in ${orders} and took_stock and state <> 'cancelled' group by 1) o
    where i.id = o.item_id and i.stock is not null and not i.demo`.execute(tx)
  // Freezes of the demo that were not used yet: their points came back.
  await sql`
    update streak s set bought_freezes = greatest(s.bought_freezes - o.pieces, 0)
    from (select party, sum(quantity) as pieces from shop_order
          where id in ${orders} and kind = 'streak_freeze' group by 1) o
    where s.party = o.party`.execute(tx)
  await returnDemoCodes(tx, { items, orders })
  for (const table of ['shop_code_reveal', 'shop_order_event', 'point_boost'])
    await sql`delete from ${sql.table(table)} where order_id in ${orders}`.execute(tx)
  await sql`
    delete from shop_interest where uid in (select uid from member where ${demoMember})`.execute(tx)
  for (const table of ['shop_interest', 'shop_item_change'])
    await sql`delete from ${sql.table(table)} where item_id in ${items}`.execute(tx)
  await sql`delete from shop_order where id in ${orders}`.execute(tx)
  // Files that are dropped go with the next run of the job that removes them.
  await sql`
    update stored_file set state = 'dropped', since = now()
    where key in (select image_key from shop_item where demo)`.execute(tx)
  await sql`delete from shop_item where demo`.execute(tx)
  await sql`delete from shop_pack_month`.execute(tx)
  await sql`
    insert into shop_pack_month (month, crels)
    select to_char(placed_at at time zone 'UTC', 'YYYY-MM'), sum(crels * quantity) from shop_order
    where kind = 'crels_pack' group by 1`.execute(tx)
}

/** A code has one owner for good: what goes back into a pool is the row anew, under its id, which it is sealed for. */
async function returnDemoCodes(
  tx: Tx,
  { items, orders }: { items: RawBuilder<unknown>; orders: RawBuilder<unknown> },
): Promise<void> {
  const { rows } = await sql<DemoCodeRow>`
    delete from shop_code c where c.item_id in ${items} or c.order_id in ${orders}
    returning c.id, c.item_id as "itemId", c.code, c.fingerprint, c.imported_at as "importedAt",
      c.code is not null and c.item_id not in ${items}
        and not exists (select from shop_code_reveal r where r.order_id = c.order_id) as "isUnseen"`.execute(
    tx,
  )
  for (const { id, itemId, code, fingerprint, importedAt } of rows.filter(({ isUnseen }) => isUnseen))
    await sql`
      insert into shop_code (id, item_id, code, fingerprint, imported_at)
      values (${id}, ${itemId}, ${code}, ${fingerprint}, ${importedAt})`.execute(tx)
}

interface DemoCodeRow {
  id: string
  itemId: string
  code: string | null
  fingerprint: Buffer
  importedAt: Date
  isUnseen: boolean
}

async function deleted(tx: Tx, statement: ReturnType<typeof sql>): Promise<number> {
  return Number((await statement.execute(tx)).numAffectedRows)
}

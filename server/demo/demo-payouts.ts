import { sql } from 'kysely'
import { releaseHold, reverse } from '../modules/ledger/public.ts'
import type { Tx } from '../platform/database.ts'
import { demoMember } from './demo-queries.ts'

const parties = sql`(select party from member where ${demoMember})`
const payouts = sql`(select id from redemption where party in ${parties})`

/**
 * Takes back what was posted for the payouts of the demo's creators, each post by one of its own; no dollar ever left for
 * them. What is reserved for those under way is free again.
 */
export async function takeBackPayouts(tx: Tx): Promise<void> {
  for (const holdId of await openHolds(tx)) await releaseHold(tx, holdId)
  for (const { txnId, key } of await payoutPosts(tx))
    await reverse(tx, { txnId, kind: 'demo.removed', scope: 'demo.removed', idem: key })
}

async function openHolds(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select hold_id as id from redemption
    where id in ${payouts} and state in ('requested', 'approved', 'sending') order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** In their order: what came back is taken again only once the payment is undone, which brings as much. */
async function payoutPosts(tx: Tx): Promise<{ txnId: string; key: string }[]> {
  const { rows } = await sql<{ txnId: string; key: string }>`
    select distinct t.id as "txnId", r.id || case t.scope when 'redemption' then '' else ' ' || t.scope end as key
    from redemption r join txn t on t.idem = r.id and t.party = r.party
      and t.scope in ('redemption', 'redemption_returned', 'debt_filled')
    where r.id in ${payouts} and not exists (select from txn b where b.party = t.party and b.reverses = t.id)
    order by key`.execute(tx)
  return rows
}

/** Deletes the payouts of the demo's creators with all that was about them, their prices and where they went. */
export async function deleteDemoPayouts(tx: Tx): Promise<void> {
  for (const table of [
    'payout_line',
    'payout',
    'payout_mismatch',
    'restored_payout',
    'sanctions_screening',
    'redemption_event',
  ])
    await sql`delete from ${sql.table(table)} where redemption_id in ${payouts}`.execute(tx)
  await sql`delete from redemption where id in ${payouts}`.execute(tx)
  await sql`delete from exchange_quote where party in ${parties}`.execute(tx)
  await sql`
    delete from payout_destination where uid in (select uid from member where ${demoMember})`.execute(tx)
}

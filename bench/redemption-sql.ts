import type pg from 'pg'
import { newId } from '#server/platform/ids.ts'
import type { Redeeming } from './redemptions.ts'

/**
 * The statements of a quote and of its redemption, as the product runs them, in their two transactions: what the
 * database is asked alone, without HTTP, bearer, rules and mail's text.
 */
export async function redeemBySql(client: pg.PoolClient, member: Redeeming): Promise<void> {
  const { uid, party, destinationId } = member
  const [quoteId, redemptionId] = [newId('quote'), newId('redemption')]
  const run = async (text: string, values: unknown[] = []) => await client.query(text, values)
  await run('begin')
  await run('select * from member where uid = $1 for no key update', [uid])
  await run(rateAndSwitch)
  await run(economy)
  await run(
    `insert into exchange_quote (id, party, direction, usd_to_crels, fee_bps, crels, usd_cents, base_crels, fee_crels,
       switch_id, expires_at)
     select $1, $2, 'usd', 10.5, 500, 221, 2000, 210, 11, max(id), crels_now() + interval '10 minutes' from exchange_switch
     returning expires_at`,
    [quoteId, party],
  )
  await run('commit')

  await run(
    `select max(at) from identity.security_event where uid = $1 and kind in ('password_reset', 'email_changed', 'email_recovered')`,
    [uid],
  )
  await run('begin')
  await run('select * from member where uid = $1 for no key update', [uid])
  await run(rateAndSwitch)
  await run(economy)
  await run(
    `select q.*, exists (select from exchange_quote n where n.party = q.party and n.seq > q.seq)
       or q.switch_id <> (select max(s.id) from exchange_switch s) as voided
     from exchange_quote q where q.id = $1 and q.party = $2 for update`,
    [quoteId, party],
  )
  await run('update exchange_quote set used_at = crels_now() where id = $1', [quoteId])
  await run('select * from payout_destination where id = $1 and uid = $2 and removed_at is null', [
    destinationId,
    uid,
  ])
  await run('savepoint if_funded')
  const held = await run(
    `select hold_id from ledger_place_hold('redemption', $1, 'bench', $2, 'member.available', 'CREL', 221, null)`,
    [redemptionId, party],
  )
  await run('release savepoint if_funded')
  await run('select a.code, a.posted, a.reserved from account a where a.party = $1', [party])
  await run(
    `with made as (
       insert into redemption (id, uid, party, quote_id, crels, usd_cents, hold_id, destination_id, destination_kind,
         destination_hint, state)
       values ($1, $2, $3, $4, 221, 2000, $5, $6, 'paypal', 'bench', 'requested') returning id)
     insert into redemption_event (redemption_id, state, author) select id, 'requested', 'member' from made`,
    [redemptionId, uid, party, quoteId, held.rows[0].hold_id, destinationId],
  )
  await run(
    `select r.*, q.*, (select jsonb_agg(e order by e.seq) from redemption_event e where e.redemption_id = r.id)
     from redemption r join exchange_quote q on q.id = r.quote_id where r.id = $1`,
    [redemptionId],
  )
  await run(`insert into dev_mail (recipient, subject, text, html) values ($1, $2, $3, $4)`, [
    'bench@example.com',
    'A redemption',
    'x'.repeat(600),
    'x'.repeat(2500),
  ])
  await run('commit')
}

const rateAndSwitch = `
  select r.usd_to_crels, s.paused, s.id from (select * from exchange_rate order by id desc limit 1) r,
    (select * from exchange_switch order by id desc limit 1) s`
const economy = 'select * from economy order by version desc limit 1'

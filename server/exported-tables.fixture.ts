import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** How many rows each table has: states, members and reasons take turns, so that each filter finds some of them. */
const count = 60

const id = (prefix: string) => sql`${sql.lit(prefix)} || md5(${sql.lit(prefix)} || n)`
const uid = sql`'usr_tried' || n % 7`
const at = sql`now() - n * interval '7 hours'`
const series = sql`generate_series(1, ${sql.lit(count)}) n`
const reason = sql`case when n % 2 = 0 then 'too_fast' else 'own_device' end`
/** The operator who works on a third of what an inbox has. */
const taken = (operatorId: string) => sql`case when n % 3 = 0 then ${operatorId} end`

/** Writes rows past the guards, which look at each by itself, for an operator who works on some. */
export async function fillTables(
  db: Db,
  { campaignIds, brandId, operatorId }: { campaignIds: string[]; brandId: string; operatorId: string },
): Promise<{ webhookId: string; runId: string }> {
  const campaign = sql`(${sql.val(campaignIds)}::text[])[1 + n % ${sql.lit(campaignIds.length)}]`
  return await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const insert = async (into: RawBuilder<unknown>, values: RawBuilder<unknown>) =>
      await sql`insert into ${into} select ${values} from ${series}`.execute(tx)
    await insert(
      sql`enrolment (id, uid, party, campaign_id, state, terms_version, reward_click_millicrels, hold_days, cookie_days,
        applied_at, joined_at)`,
      sql`${id('enr_')}, 'usr_tried' || n, 'pty_' || md5(n::text), ${campaign}, case when n % 2 = 0 then 'applied' else 'active' end,
        1, 1000 * n, 30, 30, ${at}, case when n % 2 = 1 then ${at} end`,
    )
    await insert(
      sql`conversion (id, brand_id, event_id, request_hash, click_id, link_id, enrolment_id, campaign_id, type,
        sale_usd_cents, occurred_at, status, reason, review_reason, created_at)`,
      sql`${id('cnv_')}, ${brandId}, 'order-' || n, '', 'click-' || n, ${id('lnk_')}, ${id('enr_')}, ${campaign}, 'sale',
        100 * n, ${at}, 'under_review', ${reason}, ${reason}, ${at}`,
    )
    await insert(
      sql`earning (id, conversion_id, uid, party, campaign_id, enrolment_id, type, crels, state, reason, hold_id,
        occurred_at, created_at, unlocks_at)`,
      sql`${id('ern_')}, ${id('cnv_')}, ${uid}, 'pty_x', ${campaign}, ${id('enr_')}, 'sale', n, 'under_review', 'too_fast',
        ${id('hld_')}, ${at}, ${at}, now()`,
    )
    await sql`
      insert into appeal (earning_id, uid, message)
      select ${id('ern_')}, ${uid}, 'It was my sister.' from ${series} where n % 5 = 0`.execute(tx)
    await sql`
      insert into brand_question (id, conversion_id, brand_id, uid, question, asked_by, asked_at, answer, answered_by, answered_at)
      select ${id('bqu_')}, ${id('cnv_')}, ${brandId}, ${uid}, 'Is it genuine?', 'olga', ${at},
        case when n % 2 = 0 then 'It is.' end, case when n % 2 = 0 then 'olga' end, case when n % 2 = 0 then ${at} end
      from ${series} where n % 3 = 0`.execute(tx)
    await insert(
      sql`click_review (id, enrolment_id, reason, clicks, first_at, last_at, created_at, state, decided_by, decided_at)`,
      sql`${id('crv_')}, ${id('enr_')}, case when n % 2 = 0 then 'network_limit' else 'hosting' end, n, ${at}, ${at}, ${at},
        case when n % 4 = 0 then 'accepted' else 'under_review' end, case when n % 4 = 0 then 'olga' end,
        case when n % 4 = 0 then ${at} end`,
    )
    await insert(
      sql`social_share (link_id, uid, party, campaign_id, network, day, shared_at, closes_at, look_again_at, review_state,
        review_reason, review_visitors, review_began_at)`,
      sql`${id('lnk_')}, ${uid}, 'pty_x', ${campaign}, 'x', current_date - n, ${at}, ${at}, ${at},
        case when n % 4 <> 0 then 'under_review' end, case when n % 4 <> 0 then 'network_limit' end,
        case when n % 4 <> 0 then 1 + n end, case when n % 4 <> 0 then ${at} end`,
    )
    await insert(
      sql`friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, state, reason, accepted_at, look_again_at)`,
      sql`'usr_friend' || n, 'pty_f' || n, ${uid}, 'pty_x', case when n % 4 = 0 then 'waiting' else 'under_review' end,
        'shared_device', ${at}, case when n % 4 = 0 then ${at} end`,
    )
    await insert(
      sql`conversion_claim (id, uid, party, enrolment_id, campaign_id, brand_id, type, order_reference, occurred_at,
        created_at, answer_by, state, answered_at)`,
      sql`${id('clm_')}, ${uid}, 'pty_x', ${id('enr_')}, ${campaign}, ${brandId}, 'sale', '=claimed-' || n, ${at}, ${at}, ${at},
        case when n % 2 = 0 then 'open' else 'declined' end, case when n % 2 = 1 then ${at} end`,
    )
    await insert(
      sql`redemption (id, uid, party, quote_id, crels, usd_cents, hold_id, destination_kind, state, approved_by, provider,
        provider_state, reference, paid_on, requested_at)`,
      sql`${id('rdm_')}, ${uid}, 'pty_x', ${id('quo_')}, 1000, 100 * n, ${id('rhd_')},
        case when n % 2 = 0 then 'paypal' else 'bank' end,
        (array['requested', 'approved', 'paid'])[1 + n % 3], case when n % 3 > 0 then 'olga' end, 'manual', 'accepted',
        case when n % 3 = 2 then 'paid-' || n end, case when n % 3 = 2 then (${at})::date end, ${at}`,
    )
    await sql`
      insert into payout_mismatch (redemption_id, said, detail, settled_at, settled_by, requested_at, usd_cents)
      select r.id, 'failed', 'Account closed', case when n % 2 = 0 then now() end, case when n % 2 = 0 then 'olga' end,
        r.requested_at, r.usd_cents
      from ${series} join redemption r on r.id = ${id('rdm_')} where n % 3 = 2`.execute(tx)
    const [runId, webhookId] = [`pob_${'1'.repeat(32)}`, `whe_${'1'.repeat(32)}`]
    await sql`
      insert into payout_run (id, format, state, made_by, made_at)
      select run, 'paypal', 'draft', 'olga', now() from unnest(array[${runId}, ${`pob_${'2'.repeat(32)}`}]) run`.execute(
      tx,
    )
    await sql`
      insert into payout (run_id, redemption_id, place, usd_cents, amount_minor, state, reason)
      select case when n % 4 = 0 then ${`pob_${'2'.repeat(32)}`} else ${runId} end, ${id('rdm_')}, n, 100 * n, 100 * n,
        case when n % 5 = 0 then 'left_out' else 'planned' end, case when n % 5 = 0 then 'no_address' end
      from ${series} where n % 3 > 0`.execute(tx)
    await insert(
      sql`support_request (id, reference, uid, topic, state, created_at, waiting_since, answered_at, assigned_to, assigned_at)`,
      sql`${id('sup_')}, lpad(translate(n::text, '01', 'xy'), 8, 'a'), ${uid}, case when n % 5 = 0 then 'abuse' else 'other' end,
        case when n % 4 = 0 then 'answered' else 'open' end, ${at}, case when n % 4 <> 0 then ${at} end, ${at},
        ${taken(operatorId)}, case when n % 3 = 0 then now() end`,
    )
    await sql`
      insert into support_message (id, request_id, place, author, text, created_at)
      select ${id('sme_')}, ${id('sup_')}, 1, 'asker', 'Where is it?', ${at} from ${series}`.execute(tx)
    await insert(
      sql`shop_order (id, party, item_id, kind, title, quantity, points, state, took_stock, txn_id, placed_at, assigned_to,
        assigned_at)`,
      sql`${id('ord_')}, 'pty_x', 'itm_x', case when n % 5 = 0 then 'gift_card' else 'merchandise' end, 'Mug', 1, 100,
        case when n % 5 = 0 or n % 4 = 0 then 'fulfilled' else 'placed' end, true, ${id('txn_')}, ${at}, ${taken(operatorId)},
        case when n % 3 = 0 then now() end`,
    )
    await sql`
      insert into webhook_endpoint (id, brand_id, url, secret) values (${webhookId}, ${brandId}, 'https://brand.example/hook', 'sealed')`.execute(
      tx,
    )
    await insert(
      sql`webhook_message (id, brand_id, type, body)`,
      sql`${id('msg_')}, ${brandId}, 'conversion.accepted', '{}'`,
    )
    await insert(
      sql`webhook_delivery (id, message_id, endpoint_id, state, attempts, delivered_at)`,
      sql`${id('whd_')}, ${id('msg_')}, ${webhookId}, case when n % 2 = 0 then 'delivered' else 'failed' end, 1,
        case when n % 2 = 0 then now() end`,
    )
    await insert(
      sql`address_trouble (address, reason, detail, suppressed_at)`,
      sql`'tried' || n || '@example.com', (array['bounce', 'complaint', null])[1 + n % 3], '550 no such user',
        case when n % 3 < 2 then ${at} end`,
    )
    await insert(
      sql`deletion (uid, iss, sub, party, addresses, requested_at, done, failed_step, failed_at, assigned_to, assigned_at)`,
      sql`'usr_gone' || n, '', '', 'pty_' || md5('gone' || n), '{}', case when n % 4 = 0 then now() else ${at} end,
        array['links', 'member'], case when n % 5 = 0 then 'support' end, case when n % 5 = 0 then now() end,
        ${taken(operatorId)}, case when n % 3 = 0 then now() end`,
    )
    await insert(
      sql`pgboss.job (name, state, retry_limit, retry_count, created_on, completed_on, output)`,
      sql`case when n % 2 = 0 then 'erase-members' else 'notify' end,
        case when n % 3 = 0 then 'completed' else 'failed' end::pgboss.job_state, 5, 5, ${at}, ${at},
        jsonb_build_object('message', 'no answer')`,
    )
    return { webhookId, runId }
  })
}

import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { at, id, party, series, uid, type Made } from './bench-rows.ts'
import { fillBooks } from './fill-books.ts'
import { invitations, orders, requests, shares } from './fill-inboxes.ts'
import { payments, waitingPayouts } from './fill-payouts.ts'
import { fillLeaderboard } from './fill-leaderboard.ts'
import type { Convertible } from './make-convertible.ts'
import { vacuum } from './vacuum.ts'

/**
 * Has so many of everything wait that an operator's lists show, of as many members, in the campaigns of `sold`. Written
 * past the guards, which look at each row by itself: what earned and moves nothing.
 */
export async function fillQueues(db: Db, { brandId, clicks }: Convertible, count: number): Promise<void> {
  await fillLeaderboard(db, count)
  await fillBooks(db, count / 2)
  const campaignIds = [...new Set(clicks.map(({ campaignId }) => campaignId))]
  const campaign = sql`(${sql.val(campaignIds)}::text[])[1 + n % ${sql.lit(campaignIds.length)}]`
  const fill = async (...lists: ((tx: Tx, made: Made) => Promise<void>)[]) => {
    for (const rows of lists)
      await db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        await sql`set local session_replication_role = replica`.execute(tx)
        await rows(tx, { brandId, campaign, count })
      })
  }
  await Promise.all([
    fill(sales, rejections, clicksUnderReview, entries, accountChanges, requests, orders),
    fill(applications, claims, redemptions, payments, waitingPayouts, shares, invitations),
  ])
  await vacuum(db)
}

async function applications(tx: Tx, { campaign, count }: Made): Promise<void> {
  await sql`
    insert into enrolment (id, uid, party, campaign_id, state, terms_version, reward_click_millicrels, reward_sale_crels,
                           hold_days, cookie_days, message, applied_at)
    select ${id('enr_')}, ${uid}, ${party}, ${campaign}, 'applied', 1, 1 + n % 5000, 84, 30, 30,
           'I would like to join.', ${at}
    from ${series(count)}`.execute(tx)
}

async function clicksUnderReview(tx: Tx, { count }: Made): Promise<void> {
  await sql`
    insert into click_review (id, enrolment_id, reason, clicks, click_millicrels, first_at, last_at, created_at)
    select ${id('crv_')}, ${id('enr_')}, 'too_many', 1 + n % 900, 1 + n % 5000, ${at}, ${at}, ${at} from ${series(count)}`.execute(
    tx,
  )
}

async function sales(tx: Tx, { brandId, campaign, count }: Made): Promise<void> {
  await sql`
    insert into conversion (id, brand_id, event_id, request_hash, click_id, link_id, enrolment_id, campaign_id, type,
                            sale_usd_cents, occurred_at, status, reason, review_reason, created_at)
    select ${id('cnv_')}, ${brandId}, 'order-' || n, '', 'click-' || n, ${id('lnk_')}, ${id('enr_')}, ${campaign}, 'sale',
           100 + n % 90000, ${at}, 'under_review', 'too_fast', 'too_fast', ${at}
    from ${series(count)}`.execute(tx)
  await sql`
    insert into earning (id, conversion_id, uid, party, campaign_id, enrolment_id, type, crels, state, reason, hold_id,
                         occurred_at, created_at, unlocks_at)
    select ${id('ern_')}, ${id('cnv_')}, ${uid}, ${party}, ${campaign}, ${id('enr_')}, 'sale', 1 + n % 9000,
           'under_review', 'too_fast', ${id('hld_')}, ${at}, ${at}, now() + interval '30 days'
    from ${series(count)}`.execute(tx)
}

/** Reports that count for nothing, beside those that wait. */
async function rejections(tx: Tx, { brandId, campaign, count }: Made): Promise<void> {
  await sql`
    insert into conversion (id, brand_id, event_id, request_hash, click_id, link_id, enrolment_id, campaign_id, type,
                            sale_usd_cents, occurred_at, status, reason, created_at)
    select ${id('cnv_', 'rejected')}, ${brandId}, 'refused-' || n, '', 'click-' || n, ${id('lnk_')}, ${id('enr_')},
           ${campaign}, 'sale', 100 + n % 90000, ${at}, 'rejected',
           (array['self_conversion', 'click_expired'])[1 + n % 2], ${at}
    from ${series(count)}`.execute(tx)
}

async function claims(tx: Tx, { brandId, campaign, count }: Made): Promise<void> {
  await sql`
    insert into conversion_claim (id, uid, party, enrolment_id, campaign_id, brand_id, type, order_reference,
                                  occurred_at, created_at, answer_by)
    select ${id('clm_')}, ${uid}, ${party}, ${id('enr_')}, ${campaign}, ${brandId}, 'sale', 'claimed-' || n,
           ${at}, ${at}, ${at} + interval '14 days'
    from ${series(count)}`.execute(tx)
}

async function redemptions(tx: Tx, { count }: Made): Promise<void> {
  await sql`
    insert into payout_destination (id, uid, kind, details, hint, fingerprint, mailbox, usable_from)
    select ${id('dst_')}, ${uid}, 'paypal', 'sealed', 'b***@example.com', sha256((n / 2)::text::bytea),
           sha256((n / 2)::text::bytea), now()
    from ${series(count)}`.execute(tx)
  await sql`
    insert into redemption (id, uid, party, quote_id, crels, usd_cents, hold_id, destination_id, destination_kind,
                            destination_hint, state, approved_by, provider, provider_state, reference, requested_at,
                            paid_on)
    select ${id('rdm_')}, ${uid}, ${party}, ${id('quo_')}, 1000 + n % 9000, 5000 + n % 90000, ${id('rhd_')},
           ${id('dst_')}, 'paypal', 'b***@example.com', s.state, s.approver, s.provider, s.provider_state, s.reference,
           ${at}, case when s.state = 'paid' then (${at})::date end
    from ${series(count)}
    cross join lateral (
      select 'requested' as state, null as approver, null as provider, null as provider_state, null as reference
      where n % 2 = 0
      union all select 'paid', 'olga', 'manual', 'accepted', 'paid-' || n where n % 2 = 1) s`.execute(tx)
}

/** The log of acts, whose chain is no part of reading it. */
async function entries(tx: Tx, { count }: Made): Promise<void> {
  await sql`
    insert into audit_entry (id, at, via, source, action, target, reason, seq, previous_hash, hash)
    select ${id('aud_')}, ${at}, 'job', 'bench', (array['member.view', 'conversion.decide', 'redemption.approve'])[1 + n % 3],
           ${uid}, 'as every day', 1000000 + n, '\\x00', '\\x00'
    from ${series(count)}`.execute(tx)
}

/** Every third member got another password within the year, few of them so lately that nothing is paid out to them. */
async function accountChanges(tx: Tx, { count }: Made): Promise<void> {
  await sql`
    insert into identity.security_event (uid, kind, at)
    select ${uid}, 'password_changed', ${at} from ${series(count)} where n % 3 = 0`.execute(tx)
}

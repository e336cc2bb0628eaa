import { sql } from 'kysely'
import { correctConversion } from '#server/modules/conversions/public.ts'
import { openDatabase } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { testActor } from '#testing/operators.ts'
import type { Person } from './person-to-leave.fixture.ts'
import { app, sell, usd, type Stage } from './modules/conversions/conversions.fixture.ts'

/** Columns in which an operator, a brand or a provider may have written in words about a member. */
const words = [
  ['redemption', 'reason'],
  ['redemption_event', 'reason'],
  ['payout', 'reason'],
  ['payout_import_row', 'reason'],
  ['payout_mismatch', 'detail'],
  ['conversion_claim', 'answer'],
  ['conversion', 'correction_reason'],
  ['shop_order', 'reason'],
  ['shop_order_event', 'reason'],
  ['enrolment', 'reason'],
] as const

/** Has words about a person, with one of their traces, in each column that may have some. Throws where one has none. */
export async function writeWordsAbout({ uid, party, traces }: Person, at: Stage): Promise<void> {
  const trace = traces[0]!
  const { body } = await sell(at)
  const correction = { conversionId: body.id, reason: `${trace} wrote to us`, ...usd(99_00) }
  await inTransaction(app.db, async (tx) => await correctConversion(tx, testActor, correction, app))
  // Its owner writes past the guards.
  const owner = openDatabase({ url: app.databaseUrl, poolSize: 1, name: 'words' })
  const id = sql`replace(gen_random_uuid()::text, '-', '')`
  const { rows } = await sql<{ redemptionId: string; runId: string }>`
    select r.id as "redemptionId", 'pob_' || ${id} as "runId" from redemption r where r.uid = ${uid}`.execute(
    owner,
  )
  const { redemptionId, runId } = rows[0]!
  await sql`update redemption set reason = ${trace} where id = ${redemptionId}`.execute(owner)
  await sql`update redemption_event set reason = ${trace} where redemption_id = ${redemptionId}`.execute(
    owner,
  )
  await sql`
    insert into payout_run (id, format, state, made_by, made_at) values (${runId}, 'paypal', 'sent', 'olga', now())`.execute(
    owner,
  )
  await sql`
    insert into payout (run_id, redemption_id, place, usd_cents, amount_minor, state, reason, attempt)
    values (${runId}, ${redemptionId}, 1, 100, 100, 'exception', ${trace}, 1)`.execute(owner)
  await sql`insert into payout_file (run_id, number, made_by) values (${runId}, 1, 'olga')`.execute(owner)
  await sql`
    insert into payout_line (run_id, number, redemption_id, reference)
    values (${runId}, 1, ${redemptionId}, ${redemptionId})`.execute(owner)
  await sql`
    with made as (
      insert into payout_import (id, run_id, made_by, rows) values ('pim_' || ${id}, ${runId}, 'olga', 1) returning id)
    insert into payout_import_row (import_id, place, line, reference, status, reason, refusal)
    select id, 1, 2, ${redemptionId}, 'returned', ${trace}, 'a try' from made`.execute(owner)
  await sql`
    insert into payout_mismatch (redemption_id, said, detail) values (${redemptionId}, 'failed', ${trace})`.execute(
    owner,
  )
  await sql`
    insert into conversion_claim (id, uid, party, enrolment_id, campaign_id, brand_id, type, order_reference, occurred_at,
      answer_by, state, answered_at, answer)
    values ('clm_' || ${id}, ${uid}, ${party}, ${at.enrolmentId}, ${at.campaignId}, ${at.brandId}, 'sale', 'A-1', now(),
      now(), 'declined', now(), ${trace})`.execute(owner)
  await sql`update shop_order set reason = ${trace} where party = ${party}`.execute(owner)
  await sql`update shop_order_event set reason = ${trace} where party = ${party}`.execute(owner)
  await sql`update enrolment set reason = ${trace} where id = ${at.enrolmentId}`.execute(owner)
  for (const [table, column] of words) {
    const { rows: there } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)} like ${`%${trace}%`}`.execute(owner)
    if (there.length === 0) throw new Error(`${table}.${column} has no words about them`)
  }
  await owner.destroy()
}

/** Columns that are named as words are, and what keeps them from outliving the member they are about. */
const others = {
  'rows that go with the member, or are emptied as what the member wrote is':
    'appeal.answer appeal.message brand_question.answer conversion_claim.note enrolment.message pending_act.note ' +
    'pending_act.reason season_exclusion.reason support_message.text social_share.reason social_share.review_reason',
  'a code of a list, or in snake_case':
    'click.reason click_quarter.reason click_review.reason payable_click.reason conversion.reason refund.reason ' +
    'conversion.review_reason earning.reason pending_refund.reason friend_invitation.reason ' +
    'webhook_endpoint.disabled_reason address_trouble.reason',
  'sealed by the member’s key where it is about one': 'audit_entry.reason',
  'about what is no member’s':
    'blocked_host.reason campaign_change.reason economy.reason exchange_rate.reason exchange_switch.reason ' +
    'faq_order.reason faq_version.reason feature_switch.reason shop_code_import.reason shop_code_import_line.why ' +
    'shop_item_change.reason site_banner.reason',
  'of an address, which goes with the member': 'address_trouble.detail dev_mail.text',
}

/** Columns of text that are named as words about somebody are, and of which nothing is known. */
export async function unknownWords(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
      and a.attname ~ '(^|_)(reason|note|answer|detail|message|comment|why|text)$' order by 1`.execute(app.db)
  const known = new Set([
    ...words.map(([table, column]) => `${table}.${column}`),
    ...Object.values(others).flatMap((names) => names.split(' ')),
  ])
  return rows.map(({ name }) => name).filter((name) => !known.has(name))
}

import { sql, type RawBuilder } from 'kysely'
import type { BrandAsked } from '#contracts/operator-brand-questions.constants.ts'
import type { BrandQuestion } from '#contracts/operator-brand-questions.schemas.ts'
import type { Tx } from '#server/platform/database.ts'
import { iso } from '#server/platform/iso-time.ts'

/** By what a question is found: the kind of row it is about. */
export type Subject = 'conversion' | 'claim'

const idOf: Record<Subject, RawBuilder<unknown>> = {
  conversion: sql`q.conversion_id`,
  claim: sql`q.claim_id`,
}

/** What a brand knows of what it is asked about, and whose it is. */
export interface AskedAbout {
  brandId: string
  brand: string
  brandSlug: string
  contactEmail: string | null
  campaign: string
  uid: string
  orderId: string
  type: 'lead' | 'sale'
  occurredAt: Date
  amount: { currency: string; minor: number } | null
  /** Of a conversion: the click it names. */
  clickId: string | null
  enrolmentId: string
  cookieDays: number
  /** Of a claim: it waits for no answer any more. */
  isAnswered: boolean
}

/** What is asked about, locked so that it is not erased or answered meanwhile. */
export async function lockAskedAbout(tx: Tx, subject: Subject, id: string): Promise<AskedAbout | undefined> {
  const { rows } = await (
    subject === 'claim'
      ? sql<AskedAbout>`
          select ${common}, c.uid, c.order_reference as "orderId", null as "clickId", c.state <> 'open' as "isAnswered",
            case when c.reported_amount_minor is not null
              then jsonb_build_object('currency', c.reported_currency, 'minor', c.reported_amount_minor) end as amount
          from conversion_claim c ${joins} where c.id = ${id} for share of c`
      : sql<AskedAbout>`
          select ${common}, n.uid, c.event_id as "orderId", c.click_id as "clickId", false as "isAnswered",
            case when c.sale_usd_cents is not null
              then jsonb_build_object('currency', coalesce(c.reported_currency, 'USD'),
                                      'minor', coalesce(c.reported_amount_minor, c.sale_usd_cents)) end as amount
          from conversion c ${joins} where c.id = ${id} for share of c`
  ).execute(tx)
  return rows[0]
}

const common = sql`
  c.type, c.occurred_at as "occurredAt", b.id as "brandId", b.name as brand, b.slug as "brandSlug",
  b.contact_email as "contactEmail", k.title as campaign, n.id as "enrolmentId", n.cookie_days as "cookieDays"`
const joins = sql`
  join brand b on b.id = c.brand_id join campaign k on k.id = c.campaign_id join enrolment n on n.id = c.enrolment_id`

/** A question that waits; undefined where none does. */
export async function waitingQuestion(
  tx: Tx,
  subject: Subject,
  id: string,
): Promise<{ id: string; question: string } | undefined> {
  const { rows } = await sql<{ id: string; question: string }>`
    select q.id, q.question from brand_question q
    where ${idOf[subject]} = ${id} and q.answered_at is null`.execute(tx)
  return rows[0]
}

/** Inserts a question; false where one waits already. */
export async function insertQuestion(
  tx: Tx,
  question: {
    id: string
    subject: Subject
    subjectId: string
    brandId: string
    uid: string
    question: string
    by: string
  },
): Promise<boolean> {
  const { subject, subjectId } = question
  const { numAffectedRows } = await sql`
    insert into brand_question (id, brand_id, uid, conversion_id, claim_id, question, asked_by)
    values (${question.id}, ${question.brandId}, ${question.uid}, ${subject === 'conversion' ? subjectId : null},
            ${subject === 'claim' ? subjectId : null}, ${question.question}, ${question.by})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

interface LockedQuestion {
  uid: string
  /** The conversion or the claim that it is about. */
  subjectId: string
  question: BrandQuestion
}

/** A question, locked to be answered. */
export async function lockQuestion(tx: Tx, id: string): Promise<LockedQuestion | undefined> {
  const { rows } = await sql<LockedQuestion>`
    select q.uid, coalesce(q.conversion_id, q.claim_id) as "subjectId", ${asJson} as question
    from brand_question q where q.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Records the answer of a locked question. */
export async function settleQuestion(
  tx: Tx,
  id: string,
  { answer, by }: { answer: string; by: string },
): Promise<BrandQuestion> {
  const { rows } = await sql<{ question: BrandQuestion }>`
    update brand_question q set answer = ${answer}, answered_by = ${by}, answered_at = crels_now() where id = ${id}
    returning ${asJson} as question`.execute(tx)
  return rows[0]!.question
}

/** As `BrandQuestion`; the reference is the end of the id, which is random. */
const asJson = sql`jsonb_build_object('id', q.id, 'reference', 'Q-' || upper(right(q.id, 8)), 'question', q.question,
  'askedAt', ${iso(sql`q.asked_at`)}, 'askedBy', q.asked_by,
  'answer', q.answer, 'answeredBy', q.answered_by,
  'answeredAt', ${iso(sql`q.answered_at`)})`

/** The questions about a row of a list, the newest first, as one column. */
export function questionsOf(subject: Subject, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select jsonb_agg(${asJson} order by q.id desc) from brand_question q
    where ${idOf[subject]} = ${id}), '[]'::jsonb)`
}

/** A condition of a list: how its rows stand with their brands. */
export function askedOf(
  subject: Subject,
  id: RawBuilder<unknown>,
  asked: BrandAsked | undefined,
): RawBuilder<unknown> {
  if (asked === undefined) return sql`true`
  const any = sql`exists (select from brand_question q where ${idOf[subject]} = ${id})`
  const waiting = sql`exists (select from brand_question q where ${idOf[subject]} = ${id} and q.answered_at is null)`
  if (asked === 'never') return sql`not ${any}`
  return asked === 'waiting' ? waiting : sql`${any} and not ${waiting}`
}

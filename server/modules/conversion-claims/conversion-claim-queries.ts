import { sql } from 'kysely'
import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { Page } from '#contracts/paging.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'

export type ClaimState = 'open' | 'accepted' | 'declined'

/** A claim as stored, with its outcome. */
export interface Claim {
  id: string
  uid: string
  enrolmentId: string
  campaignId: string
  brandId: string
  type: 'lead' | 'sale'
  orderReference: string
  occurredAt: Date
  reportedAmountMinor: number | null
  reportedCurrency: string | null
  note: string | null
  state: ClaimState
  createdAt: Date
  answerBy: Date
  answeredAt: Date | null
  answer: string | null
  conversionId: string | null
}

const columns = sql`
  c.id, c.uid, c.enrolment_id as "enrolmentId", c.campaign_id as "campaignId", c.brand_id as "brandId", c.type,
  c.order_reference as "orderReference", c.occurred_at as "occurredAt",
  c.reported_amount_minor as "reportedAmountMinor", c.reported_currency as "reportedCurrency",
  c.note, c.state, c.created_at as "createdAt", c.answer_by as "answerBy", c.answered_at as "answeredAt", c.answer,
  c.conversion_id as "conversionId"`

/** Inserts a claim; false when the member has claimed this order before. */
export async function insertClaim(tx: Tx, claim: Claim & { party: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into conversion_claim (id, uid, party, enrolment_id, campaign_id, brand_id, type, order_reference,
                                  occurred_at, reported_amount_minor, reported_currency, note, created_at, answer_by)
    values (${claim.id}, ${claim.uid}, ${claim.party}, ${claim.enrolmentId}, ${claim.campaignId}, ${claim.brandId},
            ${claim.type}, ${claim.orderReference}, ${claim.occurredAt},
            ${claim.reportedAmountMinor}, ${claim.reportedCurrency},
            ${claim.note}, ${claim.createdAt}, ${claim.answerBy})
    on conflict on constraint conversion_claim_order do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** How many claims of a member wait; no other is added until the transaction ends. */
export async function lockOpenClaims(tx: Tx, uid: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`claims of ${uid}`}, 0))`.execute(tx)
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from conversion_claim where uid = ${uid} and state = 'open'`.execute(tx)
  return rows[0]!.open
}

/** Locks a claim until the transaction ends, to answer it. */
export async function lockClaim(tx: Tx, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    select ${columns} from conversion_claim c where c.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Answers an open claim. */
export async function settleClaim(
  tx: Tx,
  id: string,
  to: { state: 'accepted' | 'declined'; answer: string | null; by: string; at: Date; conversionId?: string },
): Promise<void> {
  await sql`
    update conversion_claim set state = ${to.state}, answer = ${to.answer}, answered_by = ${to.by},
      answered_at = ${to.at}, conversion_id = ${to.conversionId ?? null}
    where id = ${id}`.execute(tx)
}

export interface ClaimQuery {
  state?: ClaimState
  limit: number
  cursor?: string
}

const place = z.tuple([cursorTime, idSchema('claim')])

/** One page of a member's claims, or of those in a brand's campaigns, newest first. */
export async function conversionClaimPage(
  db: Db,
  of: { uid: string } | { brandId: string },
  { state, limit, cursor }: ClaimQuery,
): Promise<Page<Claim>> {
  const whose = 'uid' in of ? sql`c.uid = ${of.uid}` : sql`c.brand_id = ${of.brandId}`
  const ofState = state ? sql`and c.state = ${state}` : sql``
  const [at, id] = cursor === undefined ? [] : decodeCursor(place, cursor)
  const after = at === undefined ? sql`` : sql`and (c.created_at, c.id) < (${new Date(at)}, ${id})`
  const { rows } = await sql<Claim>`
    select ${columns} from conversion_claim c where ${whose} ${ofState} ${after}
    order by c.created_at desc, c.id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, (last) => [last.createdAt.getTime(), last.id])
}

/** Claims as an operator works on them: the answer that is due first comes first. */
export async function openConversionClaims(
  db: Db,
  query: OpenClaimQuery,
): Promise<(Claim & { brand: string })[]> {
  const { rows } = await sql<Claim & { brand: string }>`
    select ${columns}, b.slug as brand from conversion_claim c join brand b on b.id = c.brand_id
    where ${open(query)} order by c.answer_by, c.id limit ${query.limit}`.execute(db)
  return rows
}

/** How many wait, from where the list begins. */
export async function countOpenConversionClaims(db: Db, query: OpenClaimQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from conversion_claim c where ${open(query)}`.execute(db)
  return rows[0]!.count
}

export interface OpenClaimQuery {
  limit: number
  /** The id of the last one before. */
  after?: string
}

function open({ after }: OpenClaimQuery) {
  return after === undefined
    ? sql`c.state = 'open'`
    : sql`c.state = 'open' and (c.answer_by, c.id) > (select answer_by, id from conversion_claim where id = ${after})`
}

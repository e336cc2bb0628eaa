import { sql, type RawBuilder } from 'kysely'
import type { BrandAsked } from '#contracts/operator-brand-questions.constants.ts'
import { CLAIM_CLICKS_MAX } from '#contracts/operator-claims.constants.ts'
import type { ClaimClick, OperatedClaim, OperatedClaimPage } from '#contracts/operator-claims.schemas.ts'
import { clickWindow } from '#rules/click-window.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import { askedOf, questionsOf } from '#server/modules/brand-questions/public.ts'
import { clickTime, lastHumanClickOfEach, lastHumanClicks } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'

const place = idPlace('claim')

type Row = Omit<OperatedClaim, 'occurredAt' | 'createdAt' | 'answerBy' | 'matchingClick'> & {
  occurredAt: Date
  createdAt: Date
  answerBy: Date
  enrolmentId: string
  /** Null where the enrolment is not there any more: no click matches. */
  cookieDays: number | null
}

interface ClaimQuery {
  asked?: BrandAsked | undefined
  limit: number
  cursor?: string
}

/** Claims that wait, the answer that is due first at the top, each with the click that would be paid for. */
export async function operatedClaims(db: Db, query: ClaimQuery): Promise<OperatedClaimPage> {
  const { rows } = await operatedClaimsSql(query).execute(db)
  const page = pageOf(rows, query.limit, ({ id }) => [id])
  return { ...page, items: await withClicks(db, page.items) }
}

/** Its one query, apart so that its plan can be tested. */
export function operatedClaimsSql({ asked, limit, cursor }: ClaimQuery) {
  const after =
    cursor === undefined
      ? sql``
      : sql`and (c.answer_by, c.id) > (select l.answer_by, l.id from conversion_claim l where l.id = ${decodeCursor(place, cursor)[0]})`
  return rowsOf(sql`
    select c.* from conversion_claim c where c.state = 'open' and ${askedOf('claim', sql`c.id`, asked)} ${after}
    order by c.answer_by, c.id limit ${limit + 1}`)
}

/** A claim, one that was answered too. Throws `not_found`. */
export async function operatedClaim(db: Db, id: string): Promise<OperatedClaim> {
  const { rows } = await rowsOf(sql`select c.* from conversion_claim c where c.id = ${id}`).execute(db)
  const [claim] = await withClicks(db, rows)
  if (!claim) throw missing()
  return claim
}

function rowsOf(claims: RawBuilder<unknown>) {
  return sql<Row>`
    with page as materialized (${claims})
    select c.id, c.state, c.type, c.order_reference as "orderReference", c.occurred_at as "occurredAt", c.note,
      c.created_at as "createdAt", c.answer_by as "answerBy", c.answer, c.answered_by as "answeredBy",
      c.enrolment_id as "enrolmentId", n.cookie_days as "cookieDays",
      case when c.reported_amount_minor is not null
        then jsonb_build_object('currency', c.reported_currency, 'minor', c.reported_amount_minor) end as amount,
      ${namedMember(sql`c.uid`)} as member,
      jsonb_build_object('id', k.id, 'title', k.title, 'brand', b.name) as campaign,
      exists (select from conversion v where v.brand_id = c.brand_id and v.event_id = c.order_reference) as "isReported",
      ${questionsOf('claim', sql`c.id`)} as questions
    from page c join campaign k on k.id = c.campaign_id join brand b on b.id = c.brand_id
    left join enrolment n on n.id = c.enrolment_id left join member m on m.uid = c.uid
    order by c.answer_by, c.id`
}

/** Claims as operators see them, each with the last click that matches it. */
async function withClicks(db: Db, rows: Row[]): Promise<OperatedClaim[]> {
  const windows = rows.flatMap(({ id, enrolmentId, cookieDays, occurredAt }) =>
    cookieDays === null ? [] : [{ id, enrolmentId, ...clickWindow(occurredAt, cookieDays) }],
  )
  const found = await lastHumanClickOfEach(db, windows)
  const clickOf = new Map(windows.map(({ id }, place) => [id, found[place]]))
  return rows.map(({ enrolmentId: _, cookieDays: _cookieDays, occurredAt, createdAt, answerBy, ...row }) => {
    const click = clickOf.get(row.id)
    return {
      ...row,
      occurredAt: occurredAt.toISOString(),
      createdAt: createdAt.toISOString(),
      answerBy: answerBy.toISOString(),
      matchingClick: click === undefined ? null : { id: click, at: new Date(clickTime(click)).toISOString() },
    }
  })
}

/** The clicks that match a claim, the newest first. Throws `not_found`. */
export async function claimClicks(db: Db, claimId: string): Promise<ClaimClick[]> {
  const { rows } = await sql<Pick<Row, 'enrolmentId' | 'occurredAt' | 'cookieDays'>>`
    select c.enrolment_id as "enrolmentId", c.occurred_at as "occurredAt", n.cookie_days as "cookieDays"
    from conversion_claim c left join enrolment n on n.id = c.enrolment_id where c.id = ${claimId}`.execute(
    db,
  )
  const claim = rows[0]
  if (!claim) throw missing()
  const { enrolmentId, occurredAt, cookieDays } = claim
  if (cookieDays === null) return []
  const window = clickWindow(occurredAt, cookieDays)
  const clicks = await lastHumanClicks(db, enrolmentId, { ...window, limit: CLAIM_CLICKS_MAX })
  return clicks.map(({ clickId, at, reason, country, device, referrerHost }) => ({
    id: clickId,
    at: at.toISOString(),
    isRepeat: reason === 'repeat',
    country,
    device,
    referrerHost,
  }))
}

function missing() {
  return problem('not_found', { detail: 'There is no such claim.' })
}

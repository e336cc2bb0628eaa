import { sql } from 'kysely'
import type { ConversionReview } from '#contracts/operator-review-shapes.ts'
import { dayMs } from '#rules/utc-date.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import { questionsOf } from '#server/modules/brand-questions/public.ts'
import { findClick, networkOfClick } from '#server/modules/clicks/public.ts'
import { visitorsOfMember } from '#server/modules/conversions/public.ts'
import { membersPaidTogether } from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { memberStanding } from './member-standing.ts'
import { membersAlike } from './members-alike.ts'
import { saleAmount } from './sale-amount.ts'

type Facts = Pick<
  ConversionReview,
  | 'id'
  | 'status'
  | 'type'
  | 'amount'
  | 'member'
  | 'campaign'
  | 'eventId'
  | 'crels'
  | 'saleUsdCents'
  | 'appeal'
  | 'questions'
> & {
  reason: string | null
  reviewReason: string | null
  clickId: string
  uid: string | null
  occurredAt: Date
  createdAt: Date
  decidedAt: Date | null
  appealedAt: Date | null
  party: string | null
}

/** A conversion from its click to its report, with what speaks against it. Throws `not_found`. */
export async function conversionReview(db: Db, id: string): Promise<ConversionReview> {
  const facts = await factsOf(db, id)
  if (!facts) throw problem('not_found', { detail: 'There is no such conversion.' })
  const click = await findClick(db, facts.clickId)
  const own = facts.uid && click ? await visitorsOfMember(db, facts.uid, dayBefore(click.at)) : []
  const { status, type, amount, member, campaign, eventId, crels, saleUsdCents, appeal, questions, ...more } =
    facts
  const at = [
    ...(click ? [{ at: click.at, what: 'click' as const, detail: clickText(click) }] : []),
    { at: more.occurredAt, what: type === 'sale' ? ('sale' as const) : ('report' as const), detail: null },
    { at: more.createdAt, what: 'report' as const, detail: eventId },
    ...(more.appealedAt ? [{ at: more.appealedAt, what: 'appeal' as const, detail: appeal }] : []),
    ...(more.decidedAt ? [{ at: more.decidedAt, what: 'decision' as const, detail: more.reason }] : []),
  ]
  return {
    kind: 'conversions',
    id,
    reason: more.reason ?? more.reviewReason ?? 'accepted',
    createdAt: more.createdAt.toISOString(),
    member,
    campaign,
    eventId,
    crels,
    points: 0,
    saleUsdCents,
    count: null,
    inviter: null,
    appeal,
    questions,
    isUnderReview: status === 'under_review',
    status,
    type,
    amount,
    timeline: at
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map((step) => ({ ...step, at: step.at.toISOString() })),
    signals: {
      secondsAfterClick: click && Math.round((more.occurredAt.getTime() - click.at.getTime()) / 1000),
      isOwnDevice: click !== null && own.includes(click.visitor),
      sameVisitor: facts.uid && click ? await fromVisitor(db, { id, uid: facts.uid, ...click }) : 0,
      sharedDestination: facts.uid ? (await membersPaidTogether(db, facts.uid)).length : 0,
      network: facts.uid ? await networkOfClick(db, { clickId: facts.clickId, uid: facts.uid }) : null,
    },
    alike: facts.uid ? await membersAlike(db, facts.uid) : [],
    member360: await memberStanding(db, facts),
  }
}

async function factsOf(db: Db, id: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select c.id, c.status, c.type, c.reason, c.review_reason as "reviewReason", c.click_id as "clickId",
      c.event_id as "eventId", c.occurred_at as "occurredAt", c.created_at as "createdAt", c.decided_at as "decidedAt",
      c.sale_usd_cents as "saleUsdCents", coalesce(e.crels - e.reversed_crels, 0) as crels, n.uid, ${saleAmount} as amount,
      ${namedMember(sql`coalesce(n.uid, '')`)} as member,
      case when k.id is not null then jsonb_build_object('id', k.id, 'title', k.title, 'brand', b.name) end as campaign,
      a.message as appeal, ${questionsOf('conversion', sql`c.id`)} as questions, a.at as "appealedAt", e.party
    from conversion c left join earning e on e.conversion_id = c.id left join campaign k on k.id = c.campaign_id
    left join enrolment n on n.id = c.enrolment_id left join brand b on b.id = k.brand_id
    left join member m on m.uid = n.uid left join appeal a on a.earning_id = e.id
    where c.id = ${id}`.execute(db)
  return rows[0]
}

/** Other conversions of a member in the 30 days around a click, whose clicks came from the same visitor. */
async function fromVisitor(
  db: Db,
  { id, uid, visitor, at }: { id: string; uid: string; visitor: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ clickId: string }>`
    select c.click_id as "clickId" from earning e join conversion c on c.id = e.conversion_id
    where e.uid = ${uid} and c.id <> ${id}
      and e.occurred_at between ${at}::timestamptz - interval '30 days' and ${at}::timestamptz + interval '30 days'
    order by e.occurred_at desc limit 200`.execute(db)
  const clicks = await Promise.all(rows.map(async ({ clickId }) => await findClick(db, clickId)))
  return clicks.filter((click) => click?.visitor === visitor).length
}

function clickText({
  country,
  device,
  referrerHost,
}: Pick<NonNullable<Awaited<ReturnType<typeof findClick>>>, 'country' | 'device' | 'referrerHost'>):
  | string
  | null {
  return [country, device, referrerHost].filter(Boolean).join(', ') || null
}

function dayBefore(at: Date): Date {
  return new Date(at.getTime() - dayMs)
}

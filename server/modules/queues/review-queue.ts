import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { BrandAsked } from '#contracts/operator-brand-questions.constants.ts'
import type { ReviewKind } from '#contracts/operator-reviews.constants.ts'
import type { Review, ReviewPage } from '#contracts/operator-review-shapes.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import { askedOf, questionsOf } from '#server/modules/brand-questions/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { invitationWaitsSince } from '#server/modules/friends/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'

export interface ReviewQuery {
  kind: ReviewKind
  sort: 'value' | 'wait'
  reason?: string
  uid?: string
  /** Of invitations alone. */
  inviterUid?: string | undefined
  asked?: BrandAsked | undefined
  /** Whether its member explains it. */
  appealed?: 'yes' | 'no' | undefined
  limit: number
  cursor?: string
}

/** What a page's last row is sorted by, as text, and its id. */
const place = z.tuple([z.string().check(z.maxLength(60)), z.string().check(z.maxLength(200))])

type Row = Omit<Review, 'kind' | 'createdAt' | 'isUnderReview' | 'points'> & {
  createdAt: Date
  sortedBy: string
}

/** What waits for a decision of one kind, by value or by wait. */
export async function reviews(db: Db, query: ReviewQuery): Promise<ReviewPage> {
  const { rows } = await reviewsSql(query).execute(db)
  const points = await pointsOf(db, query.kind)
  const page = pageOf(rows, query.limit, ({ sortedBy, id }) => [sortedBy, id])
  return {
    ...page,
    items: page.items.map(({ sortedBy: _, createdAt, ...row }) => ({
      ...row,
      kind: query.kind,
      points,
      createdAt: createdAt.toISOString(),
      isUnderReview: true,
    })),
  }
}

/** Its one query, apart so that its plan can be tested: one row more than the page where another follows. */
export function reviewsSql({
  kind,
  sort,
  reason,
  uid,
  inviterUid,
  asked,
  appealed,
  limit,
  cursor,
}: ReviewQuery): RawBuilder<Row> {
  const {
    from,
    since,
    value,
    order: valueOrder = value,
    reasonOf,
    uidOf,
    owner,
    columns,
    joins,
  } = kinds[kind]
  const isByValue = sort === 'value' && valueOrder !== undefined
  // Of the earning, whose index has what it is worth.
  const id = isByValue && kind === 'conversions' ? sql`e.conversion_id` : kinds[kind].id
  const by = isByValue ? valueOrder : since
  const last = cursor === undefined ? undefined : decodeCursor(place, cursor)
  const typed = isByValue ? sql`::bigint` : sql`::timestamptz`
  const after =
    last === undefined
      ? sql``
      : sql`and (${by}, ${id}) ${isByValue ? sql`<` : sql`>`} (${last[0]}::text${typed}, ${last[1]}::text)`
  const order = isByValue ? sql`${by} desc, ${id} desc` : sql`${by}, ${id}`
  return sql<Row>`
    select ${columns}, ${reasonOf} as reason, (${by})::text as "sortedBy",
      ${namedMember(uidOf)} as member
    from ${from} ${owner} ${joins} left join member m on m.uid = ${uidOf}
    where ${open[kind]} ${reason === undefined ? sql`` : sql`and ${reasonOf} = ${reason}`}
      ${uid === undefined ? sql`` : sql`and ${uidOf} = ${uid}`}
      ${inviterUid === undefined ? sql`` : sql`and ${invitedBy(kind, inviterUid)}`}
      ${asked === undefined ? sql`` : sql`and ${askedAbout(kind, asked)}`}
      ${appealed === undefined ? sql`` : sql`and ${appealedOf(kind)} = ${appealed === 'yes'}`} ${after}
    order by ${order} limit ${limit + 1}`
}

/** One of a kind by its id, decided or not, as the list has it. Throws `not_found`. */
export async function reviewOf(db: Db, kind: ReviewKind, id: string): Promise<Review> {
  const { from, owner, joins, columns, since, reasonOf, uidOf, id: ids } = kinds[kind]
  const { rows } = await sql<Omit<Review, 'kind' | 'createdAt' | 'points'> & { createdAt: Date }>`
    select ${columns}, coalesce(${reasonOf}, 'none') as reason, coalesce(${open[kind]}, false) as "isUnderReview",
      ${namedMember(uidOf)} as member
    from ${from} ${owner} ${joins} left join member m on m.uid = ${uidOf}
    where ${ids} = ${id} and ${since} is not null`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: 'There is no such review.' })
  return { ...rows[0], kind, points: await pointsOf(db, kind), createdAt: rows[0].createdAt.toISOString() }
}

/** What one of a kind is paid in points: a share to its member, an invitation to both; 0 where it is crels. */
export async function pointsOf(db: Db, kind: ReviewKind): Promise<number> {
  if (kind !== 'shares' && kind !== 'invitations') return 0
  const { socialShare, friendInvitation } = await currentEconomy(db)
  return kind === 'shares'
    ? socialShare.points
    : friendInvitation.inviterPoints + friendInvitation.friendPoints
}

/** Friends alone are invited. */
function invitedBy(kind: ReviewKind, uid: string): RawBuilder<unknown> {
  return kind === 'invitations' ? sql`f.inviter_uid = ${uid}` : sql`false`
}

/** Brands are asked about conversions alone. */
function askedAbout(kind: ReviewKind, asked: BrandAsked): RawBuilder<unknown> {
  return kind === 'conversions' ? askedOf('conversion', sql`c.id`, asked) : sql`${asked === 'never'}::boolean`
}

/** Members appeal against reviews of conversions alone: what is under review of clicks or a share is no earning yet. */
function appealedOf(kind: ReviewKind): RawBuilder<unknown> {
  return kind === 'conversions' ? sql`(a.earning_id is not null)` : sql`false`
}

const campaign = sql`jsonb_build_object('id', k.id, 'title', k.title, 'brand', b.name) as campaign`
const nothing = sql`null::text as "eventId", null::bigint as "saleUsdCents", null::jsonb as inviter, null::text as appeal,
  '[]'::jsonb as questions`
const clickCrels = sql`floor(r.clicks::bigint * coalesce(r.click_millicrels, 0) / 1000)::bigint`

/** What of each kind waits. */
export const open: Record<ReviewKind, RawBuilder<unknown>> = {
  conversions: sql`c.status = 'under_review' and e.state = 'under_review'`,
  clicks: sql`r.state = 'under_review'`,
  shares: sql`s.review_state = 'under_review'`,
  invitations: sql`f.state = 'under_review'`,
}

/** Where each kind is read from. */
export const kinds: Record<
  ReviewKind,
  Record<
    'from' | 'id' | 'since' | 'reasonOf' | 'uidOf' | 'owner' | 'columns' | 'joins',
    RawBuilder<unknown>
  > & {
    /** Whose its groups are, where that is not its member: a friend is in one invitation alone. */
    groupOf?: RawBuilder<unknown>
    value?: RawBuilder<unknown>
    /** What puts them in the order of their value, where that is not the value itself. */
    order?: RawBuilder<unknown>
  }
> = {
  conversions: {
    from: sql`conversion c`,
    id: sql`c.id`,
    since: sql`c.created_at`,
    value: sql`(e.crels - e.reversed_crels)`,
    reasonOf: sql`c.reason`,
    uidOf: sql`e.uid`,
    columns: sql`c.id, c.created_at as "createdAt", ${campaign}, c.event_id as "eventId", e.crels - e.reversed_crels as crels,
      c.sale_usd_cents as "saleUsdCents", null::int as count, null::jsonb as inviter, a.message as appeal,
      ${questionsOf('conversion', sql`c.id`)} as questions`,
    owner: sql`join earning e on e.conversion_id = c.id`,
    joins: sql`join campaign k on k.id = c.campaign_id
      join brand b on b.id = c.brand_id left join appeal a on a.earning_id = e.id`,
  },
  clicks: {
    from: sql`click_review r`,
    id: sql`r.id`,
    since: sql`r.created_at`,
    value: clickCrels,
    // As an index has it.
    order: sql`(r.clicks::bigint * coalesce(r.click_millicrels, 0))`,
    reasonOf: sql`r.reason`,
    uidOf: sql`n.uid`,
    columns: sql`r.id, r.created_at as "createdAt", ${campaign}, ${clickCrels} as crels, r.clicks as count, ${nothing}`,
    owner: sql`join enrolment n on n.id = r.enrolment_id`,
    joins: sql`join campaign k on k.id = n.campaign_id
      join brand b on b.id = k.brand_id`,
  },
  shares: {
    from: sql`social_share s`,
    id: sql`s.link_id`,
    since: sql`s.review_began_at`,
    reasonOf: sql`s.review_reason`,
    uidOf: sql`s.uid`,
    columns: sql`s.link_id as id, s.review_began_at as "createdAt", ${campaign}, 0::bigint as crels,
      s.review_visitors as count, ${nothing}`,
    owner: sql``,
    joins: sql`join campaign k on k.id = s.campaign_id join brand b on b.id = k.brand_id`,
  },
  invitations: {
    from: sql`friend_invitation f`,
    id: sql`f.friend_uid`,
    since: invitationWaitsSince(sql`f`),
    reasonOf: sql`f.reason`,
    uidOf: sql`f.friend_uid`,
    groupOf: sql`f.inviter_uid`,
    columns: sql`f.friend_uid as id, ${invitationWaitsSince(sql`f`)} as "createdAt", null::jsonb as campaign, 0::bigint as crels,
      null::int as count, null::text as "eventId", null::bigint as "saleUsdCents", null::text as appeal,
      '[]'::jsonb as questions, ${namedMember(sql`f.inviter_uid`, sql`i`)} as inviter`,
    owner: sql``,
    joins: sql`left join member i on i.uid = f.inviter_uid`,
  },
}

import { sql, type RawBuilder } from 'kysely'
import type {
  OperatedApplication,
  OperatedApplicationPage,
} from '#contracts/operator-applications.schemas.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import { alikeOf } from '#server/modules/operated-conversions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'

export interface OperatedApplicationQuery {
  /** This one alone. */
  id?: string
  campaignId?: string
  uid?: string
  limit: number
  cursor?: string
}

/** The id of a page's last application: its place is read from it. */
const place = idPlace('enrolment')

interface Row extends Omit<OperatedApplication, 'appliedAt'> {
  appliedAt: Date
}

/** Applications that wait, of all campaigns or one, the longest wait first. */
export async function operatedApplications(
  db: Db,
  query: OperatedApplicationQuery,
): Promise<OperatedApplicationPage> {
  const { rows } = await operatedApplicationsSql(query).execute(db)
  const { items, nextCursor } = pageOf(rows, query.limit, ({ id }) => [id])
  return { items: items.map(applicationView), nextCursor }
}

/** An application that waits. Throws `not_found`, also where it was decided. */
export async function operatedApplication(db: Db, id: string): Promise<OperatedApplication> {
  const { rows } = await operatedApplicationsSql({ id, limit: 1 }).execute(db)
  if (!rows[0]) throw problem('not_found', { detail: 'There is no such application that waits.' })
  return applicationView(rows[0])
}

function applicationView({ appliedAt, ...row }: Row): OperatedApplication {
  return { ...row, appliedAt: appliedAt.toISOString() }
}

/** Its one query, apart so that its plan can be tested: one row more than the page where another follows. */
export function operatedApplicationsSql({
  id,
  campaignId,
  uid,
  limit,
  cursor,
}: OperatedApplicationQuery): RawBuilder<Row> {
  const after =
    cursor === undefined
      ? sql``
      : sql`and (n.applied_at, n.id) > (select l.applied_at, l.id from enrolment l where l.id = ${decodeCursor(place, cursor)[0]})`
  const one = id === undefined ? sql`` : sql`and n.id = ${id}`
  const ofCampaign = campaignId === undefined ? sql`` : sql`and n.campaign_id = ${campaignId}`
  const ofMember = uid === undefined ? sql`` : sql`and n.uid = ${uid}`
  // What is looked up for each row is looked up for those of the page alone.
  return sql<Row>`
    with page as materialized (
      select n.* from enrolment n where n.state = 'applied' ${one} ${ofCampaign} ${ofMember} ${after}
      order by n.applied_at, n.id limit ${limit + 1}
    )
    select n.id, n.applied_at as "appliedAt", n.message,
      jsonb_build_object('id', p.id, 'title', p.title, 'brand', b.name) as campaign,
      ${namedMember(sql`n.uid`)} || jsonb_build_object(
        'country', nullif(m.country_of_residence, ''), 'isDisabled', coalesce(m.state = 'disabled', false),
        'accountAgeDays', greatest(0, coalesce(floor(extract(epoch from n.applied_at - m.created_at) / 86400)::int, 0)),
        'channels', coalesce(m.channels, '[]')) as member,
      jsonb_build_object('joined', before.joined, 'declined', before.declined, 'removed', before.removed,
        'accepted', sold.accepted, 'underReview', sold.under_review) as history,
      jsonb_build_object('alike', ${alikeOf(sql`n.uid`)}, 'debtCrels', (
        select coalesce(-sum(d.posted), 0)::bigint from account d
        where d.party = n.party and d.code = 'member.debt')) as risk
    from page n join campaign p on p.id = n.campaign_id join brand b on b.id = p.brand_id
    left join member m on m.uid = n.uid
    cross join lateral (
      select count(*) filter (where o.state <> 'removed' and o.joined_at is not null) as joined,
             count(*) filter (where o.state = 'declined') as declined,
             count(*) filter (where o.state = 'removed') as removed
      from enrolment o where o.uid = n.uid and o.id <> n.id) before
    cross join lateral (
      select count(*) filter (where c.status = 'accepted') as accepted,
             count(*) filter (where c.status = 'under_review') as under_review
      from enrolment o join conversion c on c.enrolment_id = o.id and c.status <> 'rejected'
      where o.uid = n.uid) sold
    order by n.applied_at, n.id`
}

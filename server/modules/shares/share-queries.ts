import { sql } from 'kysely'
import type { ShareReview } from '#rules/social-share.ts'
import { worksWhileActive } from '#server/modules/shortlinks/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** A campaign that a member shared to a network on a day. */
export interface ShareRow {
  linkId: string
  code: string
  /** That its link sells for; null for one that leads to the campaign's page here. */
  enrolmentId: string | null
  /** Its link answers nobody any more. */
  isStopped: boolean
  uid: string
  party: string
  campaignId: string
  network: string
  /** `2026-11-21`, in UTC. */
  day: string
  state: 'waiting' | 'paid' | 'ended'
  reason: string | null
  sharedAt: Date
  closesAt: Date
  lookAgainAt: Date | null
  decidedAt: Date | null
  /** Null until it is decided. */
  clicks: number | null
  points: number | null
  review: ShareReview
}

const columns = sql`
  s.link_id as "linkId", l.code, l.enrolment_id as "enrolmentId",
  not (l.state = 'active' and ${worksWhileActive}) as "isStopped", s.uid, s.party, s.campaign_id as "campaignId", s.network,
  s.day::text as day,
  s.state, s.reason, s.shared_at as "sharedAt", s.closes_at as "closesAt", s.look_again_at as "lookAgainAt",
  s.decided_at as "decidedAt", s.clicks, s.points, s.review_state as review`

const tables = sql`social_share s join link l on l.id = s.link_id`

export type ShareKey = Pick<ShareRow, 'uid' | 'campaignId' | 'network' | 'day'>

/** The share of a member, campaign, network and day. */
export async function findShare(
  db: Db,
  { uid, campaignId, network, day }: ShareKey,
): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from ${tables}
    where s.uid = ${uid} and s.campaign_id = ${campaignId} and s.network = ${network} and s.day = ${day}`.execute(
    db,
  )
  return rows[0]
}

/** The share of a link. */
export async function shareOfLink(db: Db, linkId: string): Promise<ShareRow | undefined> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from ${tables} where s.link_id = ${linkId}`.execute(db)
  return rows[0]
}

/** Writes a share, which the job looks at when it closes. The caller holds the member's rewards. */
export async function insertShare(
  tx: Tx,
  share: ShareKey & Pick<ShareRow, 'linkId' | 'party' | 'sharedAt' | 'closesAt'>,
): Promise<void> {
  const { linkId, uid, party, campaignId, network, day, sharedAt, closesAt } = share
  await sql`
    insert into social_share (link_id, uid, party, campaign_id, network, day, shared_at, closes_at, look_again_at)
    values (${linkId}, ${uid}, ${party}, ${campaignId}, ${network}, ${day}, ${sharedAt}, ${closesAt}, ${closesAt})
  `.execute(tx)
}

/** Gives a waiting share another link, whose visitors are counted from now on. The caller holds the member's rewards. */
export async function renewShare(
  tx: Tx,
  { linkId: before }: Pick<ShareRow, 'linkId'>,
  { linkId, sharedAt, closesAt }: Pick<ShareRow, 'linkId' | 'sharedAt' | 'closesAt'>,
): Promise<void> {
  await sql`
    update social_share set link_id = ${linkId}, shared_at = ${sharedAt}, closes_at = ${closesAt},
      look_again_at = ${closesAt}, reason = null
    where link_id = ${before} and state = 'waiting' and review_state is null`.execute(tx)
}

/** A waiting share waits until then; for another day, where that is the reason. */
export async function postponeShare(
  tx: Tx,
  linkId: string,
  { until, reason }: { until: Date; reason: 'day_full' | 'not_genuine' | null },
): Promise<void> {
  await sql`
    update social_share set look_again_at = ${until}, reason = ${reason}
    where link_id = ${linkId} and state = 'waiting'`.execute(tx)
}

/** Writes that a waiting share was paid, or has ended unpaid. An undecided review ends with it. */
export async function decideShare(
  tx: Tx,
  linkId: string,
  decision: { at: Date; clicks: number } & ({ points: number } | { reason: string }),
): Promise<void> {
  const { at, clicks } = decision
  const [points, reason] = 'points' in decision ? [decision.points, null] : [null, decision.reason]
  await sql`
    update social_share set state = ${points === null ? 'ended' : 'paid'}, reason = ${reason}, points = ${points},
      clicks = ${clicks}, decided_at = ${at}, look_again_at = null, ${reviewOver}
    where link_id = ${linkId} and state = 'waiting'`.execute(tx)
}

const reviewOver = sql.join(
  ['review_reason', 'review_visitors', 'review_began_at', 'review_state'].map(
    (column) =>
      sql`${sql.ref(column)} = case when review_state <> 'under_review' then ${sql.ref(column)} end`,
  ),
)

/** The link of a share that is looked at again, and since when it is time. */
export interface DueShare {
  linkId: string
  at: Date
}

/** Links of the shares whose time it is, the longest due first; after one. */
export async function dueShares(
  db: Db,
  { after, limit }: { after?: DueShare | undefined; limit: number },
): Promise<DueShare[]> {
  const later = after ? sql`and (look_again_at, link_id) > (${after.at}, ${after.linkId})` : sql``
  const { rows } = await sql<DueShare>`
    select link_id as "linkId", look_again_at as at from social_share
    where state = 'waiting' and look_again_at <= crels_now() ${later}
    order by look_again_at, link_id limit ${limit}`.execute(db)
  return rows
}

/** A member's shares, newest first; one more row than asked for where another page follows. */
export async function sharesOf(
  db: Db,
  uid: string,
  { limit, before }: { limit: number; before?: { sharedAt: Date; linkId: string } },
): Promise<ShareRow[]> {
  const after = before ? sql`and (s.shared_at, s.link_id) < (${before.sharedAt}, ${before.linkId})` : sql``
  const { rows } = await sql<ShareRow>`
    select ${columns} from ${tables} where s.uid = ${uid} ${after}
    order by s.shared_at desc, s.link_id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** The newest of a member's shares that are not decided. */
export async function openSharesOf(db: Db, uid: string, limit: number): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from ${tables} where s.uid = ${uid} and s.state = 'waiting'
    order by s.shared_at desc, s.link_id desc limit ${limit}`.execute(db)
  return rows
}

/** The newest of a member's shares that closed unpaid. */
export async function endedSharesOf(db: Db, uid: string, limit: number): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select ${columns} from ${tables} where s.uid = ${uid} and s.state = 'ended'
    order by s.decided_at desc, s.link_id limit ${limit}`.execute(db)
  return rows
}

/** How many of a member's shares wait and were paid, and what those brought. */
export async function shareTotals(
  db: Db,
  uid: string,
): Promise<{ waiting: number; paid: number; points: number }> {
  const { rows } = await sql<{ waiting: number; paid: number; points: number }>`
    select count(*) filter (where state = 'waiting')::integer as waiting,
           count(*) filter (where state = 'paid')::integer as paid, coalesce(sum(points), 0)::integer as points
    from social_share where uid = ${uid}`.execute(db)
  return rows[0]!
}

/** The status of members' shares: a text for each member that differs after every step of a share. */
export async function shareVersions(db: Db, uids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ uid: string; version: string }>`
    select uid, concat_ws('.', count(*), count(*) filter (where state = 'waiting'), count(reason),
             count(review_state), count(reviewed_at)) as version
    from social_share where uid = any (${uids}) group by 1`.execute(db)
  return new Map(rows.map(({ uid, version }) => [uid, version]))
}

import { sql, type RawBuilder } from 'kysely'
import type { InvitationReviewReason } from '#rules/friend-invitation.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

export type InvitationState = 'waiting' | 'under_review' | 'paid' | 'refused' | 'ended'

/** A row of `friend_invitation`. */
export interface InvitationRow {
  friendUid: string
  friendParty: string
  inviterUid: string
  inviterParty: string
  state: InvitationState
  reason: string | null
  isReleased: boolean
  acceptedAt: Date
  decidedAt: Date | null
  lookAgainAt: Date | null
  inviterPoints: number | null
  friendPoints: number | null
}

const columns = sql`
  friend_uid as "friendUid", friend_party as "friendParty", inviter_uid as "inviterUid",
  inviter_party as "inviterParty", state, reason, is_released as "isReleased", accepted_at as "acceptedAt",
  decided_at as "decidedAt", look_again_at as "lookAgainAt", inviter_points as "inviterPoints",
  friend_points as "friendPoints"`

/** Since when an invitation under review waits: that index (migrations/0100) has it so. */
export function invitationWaitsSince(invitation: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`coalesce(${invitation}.under_review_at, ${invitation}.accepted_at)`
}

/** Writes who invited a friend, unless that was written before; answers whether it was written now. */
export async function insertInvitation(
  tx: Tx,
  {
    friend,
    inviter,
    at,
  }: { friend: { uid: string; party: string }; inviter: { uid: string; party: string }; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into friend_invitation (friend_uid, friend_party, inviter_uid, inviter_party, accepted_at, look_again_at)
    values (${friend.uid}, ${friend.party}, ${inviter.uid}, ${inviter.party}, ${at}, ${at})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** The invitation a member came by. */
export async function findInvitation(db: Db, friendUid: string): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from friend_invitation where friend_uid = ${friendUid}`.execute(db)
  return rows[0]
}

/** The same, if it waits, locked until the transaction ends. */
export async function lockWaitingInvitation(tx: Tx, friendUid: string): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from friend_invitation where friend_uid = ${friendUid} and state = 'waiting' for update
    ${keepsPlan}`.execute(tx)
  return rows[0]
}

/** The same, if it is under review. */
export async function lockReviewedInvitation(tx: Tx, friendUid: string): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from friend_invitation where friend_uid = ${friendUid} and state = 'under_review'
    for update`.execute(tx)
  return rows[0]
}

/** It goes on waiting; the job looks at it again then. `reason` says why where the friend has nothing to do. */
export async function postponeInvitation(
  tx: Tx,
  friendUid: string,
  { until, reason }: { until: Date; reason: 'inviter_month_full' | null },
): Promise<void> {
  await sql`
    update friend_invitation set look_again_at = ${until}, reason = ${reason} where friend_uid = ${friendUid}`.execute(
    tx,
  )
}

/** A person has to look at it. */
export async function reviewInvitation(
  tx: Tx,
  friendUid: string,
  reason: InvitationReviewReason,
): Promise<void> {
  await sql`
    update friend_invitation set state = 'under_review', reason = ${reason}, look_again_at = null, under_review_at = crels_now()
    where friend_uid = ${friendUid}`.execute(tx)
}

/** Both were paid. */
export async function markInvitationPaid(
  tx: Tx,
  friendUid: string,
  { inviterPoints, friendPoints, at }: { inviterPoints: number; friendPoints: number; at: Date },
): Promise<void> {
  await sql`
    update friend_invitation set state = 'paid', reason = null, look_again_at = null, decided_at = ${at},
      inviter_points = ${inviterPoints}, friend_points = ${friendPoints}
    where friend_uid = ${friendUid}`.execute(tx)
}

/** A friend whose invitation is looked at again, and since when it is time. */
export interface DueInvitation {
  uid: string
  at: Date
}

/** Friends whose invitation the job looks at now, those that wait longest first; after one. */
export async function dueInvitations(
  db: Db,
  { after, limit }: { after?: DueInvitation | undefined; limit: number },
): Promise<DueInvitation[]> {
  const later = after ? sql`and (look_again_at, friend_uid) > (${after.at}, ${after.uid})` : sql``
  const { rows } = await sql<DueInvitation>`
    select friend_uid as uid, look_again_at as at from friend_invitation
    where state = 'waiting' and look_again_at <= crels_now() ${later}
    order by look_again_at, friend_uid limit ${limit}`.execute(db)
  return rows
}

/** What an operator looks at: invitations under review, those that wait longest first. */
export async function invitationsUnderReview(db: Db, { limit }: { limit: number }): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from friend_invitation f where state = 'under_review'
    order by ${invitationWaitsSince(sql`f`)}, friend_uid limit ${limit}`.execute(db)
  return rows
}

/** The status of a member's invitations. */
export interface InvitationTotals {
  waiting: number
  underReview: number
  paid: number
  /** What the member got for those that were paid. */
  points: number
}

/** Sums over everybody a member invited. */
export async function invitationTotals(db: Db, inviterUid: string): Promise<InvitationTotals> {
  const { rows } = await sql<InvitationTotals>`
    select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'under_review') as "underReview",
           count(*) filter (where state = 'paid') as paid, coalesce(sum(inviter_points), 0)::bigint as points
    from friend_invitation where inviter_uid = ${inviterUid}`.execute(db)
  return rows[0]!
}

/** One page of those a member invited, newest first; one more row than asked for where another page follows. */
export async function invitationsOf(
  db: Db,
  inviterUid: string,
  { limit, before }: { limit: number; before?: { acceptedAt: Date; friendParty: string } },
): Promise<InvitationRow[]> {
  const after = before
    ? sql`and (accepted_at, friend_party) < (${before.acceptedAt}, ${before.friendParty})`
    : sql``
  const { rows } = await sql<InvitationRow>`
    select ${columns} from friend_invitation where inviter_uid = ${inviterUid} ${after}
    order by accepted_at desc, friend_party desc limit ${limit + 1}`.execute(db)
  return rows
}

/** The newest of those a member invited that are not decided. */
export async function openInvitationsOf(db: Db, inviterUid: string, limit: number): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from friend_invitation
    where inviter_uid = ${inviterUid} and state in ('waiting', 'under_review')
    order by accepted_at desc, friend_party desc limit ${limit}`.execute(db)
  return rows
}

/** The newest of those a member invited that were refused or have ended unpaid. */
export async function unpaidInvitationsOf(
  db: Db,
  inviterUid: string,
  limit: number,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from friend_invitation
    where inviter_uid = ${inviterUid} and state in ('refused', 'ended')
    order by decided_at desc, friend_party limit ${limit}`.execute(db)
  return rows
}

/** How many friends were paid, over all members. */
export async function countPaidInvitations(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from friend_invitation where state = 'paid'`.execute(db)
  return rows[0]!.count
}

/**
 * The status of members' invitations: a text for each member that differs after every step of an invitation, also one
 * that moves no balance. Each act of a friend has their invitation looked at, which sets when that happens again.
 */
export async function invitationVersions(db: Db, uids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ uid: string; version: string }>`
    select uid, string_agg(part, '-' order by part) as version
    from (
      select inviter_uid as uid,
             concat_ws('.', 'friends', count(*), count(*) filter (where state = 'waiting'),
               count(*) filter (where state = 'under_review'), count(*) filter (where state = 'paid'),
               (extract(epoch from max(look_again_at)) * 1000)::bigint) as part
      from friend_invitation where inviter_uid = any (${uids}) group by 1
      union all
      select friend_uid, concat_ws('.', 'invited', state, reason)
      from friend_invitation where friend_uid = any (${uids})
    ) parts
    group by uid`.execute(db)
  return new Map(rows.map(({ uid, version }) => [uid, version]))
}

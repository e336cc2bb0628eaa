import { sql } from 'kysely'
import type { InvitationReview } from '#contracts/operator-review-shapes.ts'
import { memberStanding, membersAlike } from '#server/modules/operated-conversions/public.ts'
import { shareDestination } from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { reviewOf } from './review-queue.ts'

interface Facts {
  party: string
  inviterUid: string
  inviterJoinedAt: Date | null
  friendJoinedAt: Date | null
  acceptedAt: Date
  underReviewAt: Date | null
  campaign: string | null
  campaignAt: Date | null
  sharedDevices: number
  lastSharedOn: string | null
}

/** An invitation by its friend: its steps, and what connects the two members. Throws `not_found`. */
export async function invitationReview(db: Db, friendUid: string): Promise<InvitationReview> {
  const facts = await factsOf(db, friendUid)
  if (!facts) throw problem('not_found', { detail: 'There is no such invitation.' })
  const { inviterUid, party, sharedDevices, lastSharedOn } = facts
  return {
    review: await reviewOf(db, 'invitations', friendUid),
    friendUid,
    timeline: timelineOf(facts),
    signals: {
      sharedDevices,
      lastSharedOn,
      isSharedDestination: await shareDestination(db, friendUid, inviterUid),
    },
    inviter: await inviterOf(db, inviterUid),
    alike: await membersAlike(db, friendUid),
    member360: await memberStanding(db, { uid: friendUid, party }),
  }
}

async function factsOf(db: Db, friendUid: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select f.friend_party as party, f.inviter_uid as "inviterUid", i.created_at as "inviterJoinedAt",
      m.created_at as "friendJoinedAt", f.accepted_at as "acceptedAt", f.under_review_at as "underReviewAt",
      joined.title as campaign, joined.at as "campaignAt", shared.count as "sharedDevices", shared.last as "lastSharedOn"
    from friend_invitation f left join member m on m.uid = f.friend_uid left join member i on i.uid = f.inviter_uid
    left join lateral (
      select k.title, n.joined_at as at from enrolment n join campaign k on k.id = n.campaign_id
      where n.uid = f.friend_uid and n.joined_at is not null order by n.joined_at limit 1) joined on true
    cross join lateral (
      select count(*)::int as count, max(a.seen_on) as last
      from member_visitor a join member_visitor b on b.uid = f.inviter_uid and b.visitor = a.visitor
      where a.uid = f.friend_uid) shared
    where f.friend_uid = ${friendUid}`.execute(db)
  return rows[0]
}

function timelineOf(facts: Facts): InvitationReview['timeline'] {
  const steps = [
    { at: facts.inviterJoinedAt, what: 'inviter_joined' as const, detail: null },
    { at: facts.friendJoinedAt, what: 'friend_joined' as const, detail: null },
    { at: facts.acceptedAt, what: 'accepted' as const, detail: null },
    { at: facts.campaignAt, what: 'campaign' as const, detail: facts.campaign },
    { at: facts.underReviewAt, what: 'review' as const, detail: null },
  ]
  return steps
    .flatMap(({ at, ...step }) => (at === null ? [] : [{ ...step, at: at.toISOString() }]))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** How the inviter's invitations went, this one among them. */
async function inviterOf(db: Db, uid: string): Promise<InvitationReview['inviter']> {
  const { rows } = await sql<InvitationReview['inviter']>`
    select count(*)::int as invited, count(*) filter (where state = 'paid')::int as paid,
      count(*) filter (where state in ('refused', 'ended'))::int as unpaid,
      count(*) filter (where exists (
        select from member_visitor a join member_visitor b on b.uid = ${uid} and b.visitor = a.visitor
        where a.uid = f.friend_uid))::int as "onSameDevice"
    from friend_invitation f where inviter_uid = ${uid}`.execute(db)
  return rows[0]!
}

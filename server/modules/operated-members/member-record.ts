import { sql, type RawBuilder } from 'kysely'
import type { MemberList, OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { ageOn } from '#rules/minimum-age.ts'
import { utcDate } from '#rules/utc-date.ts'
import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import type { MemberOperations } from '#server/modules/identity/public.ts'
import { awardsOf, balances } from '#server/modules/ledger/public.ts'
import { membersAlike } from '#server/modules/operated-conversions/public.ts'
import { listAuditEntries, type PersonActor } from '#server/modules/operators/public.ts'
import { frozenUntil, payoutsStoppedUntil, type RedemptionDeps } from '#server/modules/redemptions/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { suppressionOf } from '#server/platform/mail/address-trouble.ts'
import { filesPrefix } from '#server/platform/files/stored-files.ts'
import type { Secret } from '#server/platform/secret.ts'
import { campaignRows, linkRows, redemptionRows, requestRows } from './member-list-sql.ts'
import { actView } from './member-lists.ts'

export interface OperatedMemberDeps {
  members: MemberOperations
  redemptions: Pick<RedemptionDeps, 'sinceAccountChanges'>
  secret: Secret
}

/** How many of each list are shown. */
const newest = 20

/** A member as an operator sees them, which is written into the log. Throws `not_found`. */
export async function memberRecord(
  db: Db,
  actor: PersonActor,
  { uid }: { uid: string },
  { members, redemptions, secret }: OperatedMemberDeps,
): Promise<OperatedMemberView> {
  const member = requirePresent(await findMember(db, uid))
  const account = await members.show(actor, uid)
  const { party, state, shortId, email, channels, timeZone, invitedBy } = member
  const [frozen, stoppedUntil, wallet, more, alike, awards, acts, events, trouble, now] = await Promise.all([
    redemptions.sinceAccountChanges(uid).then(async (changes) => await frozenUntil(db, changes)),
    payoutsStoppedUntil(db, uid),
    balances(db, party),
    readMore(db, { uid, party }),
    membersAlike(db, uid),
    awardsOf(db, party, { limit: newest }),
    listAuditEntries(db, { target: uid, limit: newest + 1 }, { reader: actor, secret }),
    members.events(uid, { limit: newest + 1 }),
    suppressionOf(db, email),
    databaseNow(db),
  ])
  const { sharedDestination, sharedDevice, paid, paidUsdCents, ...lists } = more
  return {
    uid,
    shortId,
    state,
    name: member.displayName,
    fullName: member.fullName,
    email,
    isEmailVerified: account.emailVerified,
    mailTrouble: trouble
      ? { reason: trouble.reason, detail: trouble.detail, since: trouble.since.toISOString() }
      : null,
    birthday: member.birthday,
    age: member.birthday === null ? null : ageOn(utcDate(now), member.birthday),
    country: member.countryOfResidence || null,
    industries: member.industries,
    // The policy of pages refuses pictures of other sites, and a provider would learn who is looked at.
    photoUrl: member.photoURL?.startsWith(filesPrefix) ? member.photoURL : null,
    timeZone,
    createdAt: member.createdAt.toISOString(),
    invitedBy,
    channels: channels.map(({ platform, address }) => ({ platform, address })),
    wallet,
    risk: {
      frozenUntil: frozen?.toISOString() ?? null,
      stoppedUntil: stoppedUntil?.toISOString() ?? null,
      sharedDestination,
      sharedDevice,
      alike,
      paid,
      paidUsdCents,
    },
    sessions:
      account.sessions?.map(({ browser, system, country, lastSeenAt }) => ({
        device: [browser, system].filter(Boolean).join(', ') || null,
        country,
        lastSeenAt: lastSeenAt.toISOString(),
      })) ?? null,
    secondFactors: account.secondFactors,
    ...newestOf({
      ...lists,
      events: events.map(({ kind, note, at }) => ({ kind, note, at: at.toISOString() })),
      rewards: awards.map(({ at, ...award }) => ({ ...award, at: at.toISOString() })),
      acts: acts.map(actView),
    }),
  }
}

/** The newest of lists that were read one further, and which of them go on. */
function newestOf(
  lists: Pick<OperatedMemberView, MemberList>,
): Pick<OperatedMemberView, MemberList | 'goesOn'> {
  const names = Object.keys(lists) as MemberList[]
  const { links, campaigns, redemptions, rewards, requests, events, acts } = lists
  return {
    links: links.slice(0, newest),
    campaigns: campaigns.slice(0, newest),
    redemptions: redemptions.slice(0, newest),
    rewards: rewards.slice(0, newest),
    requests: requests.slice(0, newest),
    events: events.slice(0, newest),
    acts: acts.slice(0, newest),
    goesOn: names.filter((name) => lists[name].length > newest),
  }
}

interface More extends Pick<OperatedMemberView, 'links' | 'campaigns' | 'redemptions' | 'requests'> {
  sharedDestination: number
  sharedDevice: number
  paid: number
  paidUsdCents: number
}

/** What other tables have of the member, in one statement. */
async function readMore(db: Db, { uid, party }: { uid: string; party: string }): Promise<More> {
  const { rows } = await sql<More>`
    select
      (select count(distinct other.uid) from payout_destination one join payout_destination other using (payee)
       where one.uid = ${uid} and other.uid <> ${uid}) as "sharedDestination",
      (select count(distinct other.uid) from member_visitor one join member_visitor other using (visitor)
       where one.uid = ${uid} and other.uid <> ${uid}) as "sharedDevice",
      paid.count as paid, paid.usd_cents as "paidUsdCents",
      ${list(linkRows(uid, { limit: newest + 1 }))} as links,
      ${list(campaignRows(uid, { limit: newest + 1 }))} as campaigns,
      ${list(redemptionRows(party, { limit: newest + 1 }))} as redemptions,
      ${list(requestRows(uid, { limit: newest + 1 }))} as requests
    from (
      select count(*) as count, coalesce(sum(usd_cents), 0)::bigint as usd_cents
      from redemption where party = ${party} and state = 'paid') paid`.execute(db)
  return rows[0]!
}

/** The rows of a query as one JSON list, in their order. */
const list = (query: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(row_to_json(q)) from (${query}) q), '[]')`

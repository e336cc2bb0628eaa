import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#contracts/languages.ts'
import type { Channel } from '#contracts/users.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { problem } from '#server/platform/http/problems.ts'
import { personHash } from './tombstone-queries.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

export type MemberState = 'active' | 'disabled' | 'deleted'

/** A row of `member`. */
export interface Member {
  uid: string
  iss: string
  sub: string
  party: string
  shortId: string
  email: string
  /** Whether this address was proved: here, or by what a token of an outside provider said. */
  isEmailVerified: boolean
  /** Addresses of operators that it was before, verified: the account stays those operators' own. */
  operatorEmails: string[]
  fullName: string | null
  displayName: string | null
  birthday: string | null
  gender: string | null
  countryOfResidence: string | null
  industries: string[]
  channels: Channel[]
  timeZone: string | null
  language: Language | null
  photoURL: string | null
  invitedBy: string | null
  shownToInvited: boolean
  hiddenOnLeaderboard: boolean
  state: MemberState
  /** Wall time; 0 where no token was ever revoked. */
  tokensValidAfterMs: number
  createdAt: Date
}

const columns = sql`
  uid, iss, sub, party, short_id as "shortId", email, email_verified as "isEmailVerified",
  operator_emails as "operatorEmails", full_name as "fullName", display_name as "displayName",
  birthday, gender, country_of_residence as "countryOfResidence", industries, channels, time_zone as "timeZone", language,
  photo_url as "photoURL", invited_by as "invitedBy", shown_to_invited as "shownToInvited",
  hidden_on_leaderboard as "hiddenOnLeaderboard", state, created_at as "createdAt",
  case when isfinite(tokens_valid_after) then (extract(epoch from tokens_valid_after) * 1000)::bigint else 0 end
    as "tokensValidAfterMs"`

export interface NewMember {
  uid: string
  iss: string
  sub: string
  party: string
  shortId: string
  email: string
  isEmailVerified: boolean
  displayName: string | null
  photoURL: string | null
  timeZone: string | null
  language: Language | null
  /** What a tombstone is compared with; null stays out for good. */
  signedInAt: Date | null
}

/**
 * Adds a member unless something of theirs exists already, or they were deleted since they signed in; answers whether
 * it did. Tokens from before the deletion stay refused.
 */
export async function insertMember(db: Db, member: NewMember): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into member (uid, iss, sub, party, short_id, email, email_verified, display_name, photo_url, time_zone, language, tokens_valid_after)
    select ${member.uid}, ${member.iss}, ${member.sub}, ${member.party}, ${member.shortId}, ${member.email},
      ${member.isEmailVerified}, ${member.displayName}, ${member.photoURL}, ${member.timeZone}, ${member.language},
      coalesce((select deleted_at from tombstone where person_hash = ${personHash(member)}), '-infinity')
    where not exists (
      select from tombstone where person_hash = ${personHash(member)}
        and (${member.signedInAt}::timestamptz > deleted_at) is not true)
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

export async function findMember(db: ReadDb, uid: string): Promise<Member | undefined> {
  return (await sql<Member>`select ${columns} from member where uid = ${uid}`.execute(db)).rows[0]
}

/** Members of several issuers, by `{iss} {sub}`; an issuer's name has no space. */
export async function findMembersBySub(db: Db, keys: string[]): Promise<Map<string, Member>> {
  const named = keys.map((key) => [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)] as const)
  const { rows } = await sql<Member>`
    select ${columns} from member
    where (iss, sub) in (
      select * from unnest(${named.map(([iss]) => iss)}::text[], ${named.map(([, sub]) => sub)}::text[]))`.execute(
    db,
  )
  return new Map(rows.map((member) => [`${member.iss} ${member.sub}`, member]))
}

export async function findMemberBySub(db: Db, iss: string, sub: string): Promise<Member | undefined> {
  return (await sql<Member>`select ${columns} from member where iss = ${iss} and sub = ${sub}`.execute(db))
    .rows[0]
}

export async function findMemberByParty(db: Db, party: string): Promise<Member | undefined> {
  return (await sql<Member>`select ${columns} from member where party = ${party}`.execute(db)).rows[0]
}

export async function findMemberByShortId(db: Db, shortId: string): Promise<Member | undefined> {
  return (await sql<Member>`select ${columns} from member where short_id = ${shortId}`.execute(db)).rows[0]
}

/** Every member with an address: an outside provider may have several accounts with it. */
export async function findMembersByEmail(db: Db, email: string): Promise<Member[]> {
  const found = sql<Member>`select ${columns} from member where lower(email) = ${email.toLowerCase()} limit 20`
  return (await found.execute(db)).rows
}

/** Who has each of some addresses in small letters, by it; one that nobody has is not in it. */
export async function membersByEmail(
  db: Db,
  addresses: string[],
): Promise<Map<string, { uid: string; name: string | null }[]>> {
  const { rows } = await sql<{ address: string; uid: string; name: string | null }>`
    select lower(email) as address, uid, display_name as name from member
    where lower(email) = any (${addresses}::text[]) order by uid`.execute(db)
  const found = new Map<string, { uid: string; name: string | null }[]>()
  for (const { address, ...member } of rows) found.set(address, [...(found.get(address) ?? []), member])
  return found
}

/** How many members there are. */
export async function countMembers(db: ReadDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from member where state = 'active'`.execute(db)
  return rows[0]!.count
}

/** The member, locked until the transaction ends. */
export async function lockMember(tx: Tx, uid: string): Promise<Member | undefined> {
  return (await sql<Member>`select ${columns} from member where uid = ${uid} for update`.execute(tx)).rows[0]
}

/**
 * The member, as they are until the transaction ends: neither deleted nor disabled nor changed meanwhile. `then` locks
 * something else once the member is, of which it may name columns.
 */
export async function keepMember(
  tx: Tx,
  uid: string,
  then?: RawBuilder<unknown>,
): Promise<Member | undefined> {
  const kept = sql`select ${columns} from member where uid = ${uid} for share`
  const query = then
    ? sql<Member>`with kept as materialized (${kept}) select kept.*, ${then} from kept ${keepsPlan}`
    : sql<Member>`${kept} ${keepsPlan}`
  return (await query.execute(tx)).rows[0]
}

/** The address that takes the place of the `previous` one; `left` is that one where it was an operator's, kept once. */
export async function setMemberEmail(
  db: Db,
  uid: string,
  {
    previous,
    email,
    isEmailVerified,
    left,
  }: { previous: string; email: string; isEmailVerified: boolean; left: string | null },
): Promise<void> {
  await sql`
    update member set email = ${email}, email_verified = ${isEmailVerified},
      operator_emails = case when ${left}::text is null or ${left} = any (operator_emails) then operator_emails
        else operator_emails || ${left}::text end
    where uid = ${uid} and email = ${previous}`.execute(db)
}

/** Replaces every writable field of the profile. */
export async function saveProfile(tx: Tx, uid: string, profile: Member): Promise<void> {
  await sql`
    update member set full_name = ${profile.fullName}, display_name = ${profile.displayName},
      birthday = ${profile.birthday}::date, gender = ${profile.gender},
      country_of_residence = ${profile.countryOfResidence}, industries = ${profile.industries},
      channels = ${JSON.stringify(profile.channels)}::jsonb, time_zone = ${profile.timeZone}, language = ${profile.language},
      photo_url = ${profile.photoURL}, shown_to_invited = ${profile.shownToInvited},
      hidden_on_leaderboard = ${profile.hiddenOnLeaderboard}
    where uid = ${uid}`.execute(tx)
}

/** Writes who invited a member; the friend invitation alone decides that. */
export async function setInvitedBy(tx: Tx, uid: string, inviterShortId: string): Promise<void> {
  await sql`update member set invited_by = ${inviterShortId} where uid = ${uid}`.execute(tx)
}

/** Refuses, from now on, every access token issued before this second. */
export async function revokeTokens(db: Db, uid: string): Promise<void> {
  await sql`update member set tokens_valid_after = clock_timestamp() where uid = ${uid}`.execute(db)
}

export async function setMemberState(db: Db, uid: string, state: MemberState): Promise<void> {
  await sql`update member set state = ${state} where uid = ${uid}`.execute(db)
}

/**
 * Keeps a member from being deleted until the transaction ends: for what begins something of theirs. Before any other
 * lock. Throws `user_deleted` when they have left.
 */
export async function requireStaying(tx: Tx, uid: string): Promise<void> {
  const { rows } = await sql<{ state: MemberState }>`
    select state from member where uid = ${uid} for key share`.execute(tx)
  const isLeaving = rows[0] ? rows[0].state === 'deleted' : await isBeingErased(tx, uid)
  if (isLeaving) throw problem('user_deleted')
}

async function isBeingErased(tx: Tx, uid: string): Promise<boolean> {
  return (await sql`select from deletion where uid = ${uid}`.execute(tx)).rows.length > 0
}

/**
 * The member's current state, for decisions about money: reads past the cache and locks the row, so that such decisions
 * run one after another. Take this lock before any other. Throws `user_deleted` and `user_disabled`.
 */
export async function lockStanding(tx: Tx, uid: string): Promise<Member> {
  const { rows } =
    await sql<Member>`select ${columns} from member where uid = ${uid} for no key update`.execute(tx)
  const member = rows[0]
  if (!member || member.state === 'deleted') throw problem('user_deleted')
  if (member.state === 'disabled') throw problem('user_disabled')
  return member
}

import type { PublicUser, User } from '#contracts/users.schemas.ts'
import { profileCompletion } from '#rules/profile-completion.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { languageInUse } from '#server/platform/language.ts'
import { recordLanguage } from './account-language.ts'
import { findMember, findMemberByShortId, type Member } from './member-queries.ts'

/**
 * One's own profile, which a browser fetches at every visit. Throws `forbidden` for another's, whether it exists or not,
 * and `not_found`.
 */
export async function getUser(
  db: Db,
  actor: Pick<MemberActor, 'uid'>,
  uid: string,
  ageMin: number,
): Promise<User> {
  if (uid !== actor.uid) throw problem('forbidden')
  const member = await findMember(db, uid)
  if (!member) throw problem('not_found')
  if (member.language !== null) return userDocument(member, ageMin)
  await recordLanguage(db, uid)
  return userDocument({ ...member, language: languageInUse() }, ageMin)
}

/** What a member shows to who opens their invitation link. Throws `not_found` for an id that no active member has. */
export async function getPublicUser(db: Db, shortId: string): Promise<PublicUser> {
  const member = await findMemberByShortId(db, shortId)
  if (member?.state !== 'active') throw problem('not_found')
  const shown = member.shownToInvited ? member : { displayName: null, photoURL: null }
  return { shortId: member.shortId, displayName: shown.displayName || null, photoURL: shown.photoURL }
}

/** A member's profile and how complete it is, as the API shows it. */
export function userDocument(member: Member, ageMin: number): User {
  return {
    uid: member.uid,
    fullName: member.fullName,
    displayName: member.displayName,
    email: member.email,
    birthday: member.birthday,
    gender: member.gender,
    countryOfResidence: member.countryOfResidence,
    industries: member.industries,
    channels: member.channels,
    shortId: member.shortId,
    photoURL: member.photoURL,
    timeZone: member.timeZone,
    language: member.language,
    shownToInvited: member.shownToInvited,
    hiddenOnLeaderboard: member.hiddenOnLeaderboard,
    ageMin,
    gamification: { invitedBy: member.invitedBy },
    profileCompletion: profileCompletion(member),
  }
}

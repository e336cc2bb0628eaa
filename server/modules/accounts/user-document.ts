import type { User } from '#contracts/users.responses.ts'
import { profileCompletion } from '#rules/profile-completion.ts'
import type { Member } from './member-queries.ts'

/** The answer of `GET /users/{uid}`: the profile and how complete it is. */
export function userDocument(member: Member): User {
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
    gamification: { invitedBy: member.invitedBy },
    profileCompletion: profileCompletion(member),
  }
}

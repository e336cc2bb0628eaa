export { createMemberDirectory, requireGoodStanding, type MemberDirectory } from './member-directory.ts'
export { memberProfile, type MemberProfile } from './member-profile.ts'
export {
  findMember,
  findMemberByShortId,
  findMemberBySubject,
  revokeTokens,
  saveProfile,
  setMemberState,
  type Member,
  type MemberState,
} from './member-queries.ts'
export { dropPhoto } from './put-photo.ts'
export { provisionMember } from './provision-member.ts'
export { accountRoutes } from './routes.ts'
export type { UpdateIdentity } from './update-user.ts'

export { inAccountLanguage, mailAccount, setLanguage } from './account-language.ts'
export { applyTombstones } from './apply-tombstones.ts'
export { archiveOf, exportRoutes, profileExport, type ExportDeps } from './export-member.ts'
export { deletionEffects, letLeave, requireConfirmation } from './delete-member.ts'
export { isLeftAddress, rememberAddress, settleMinutes } from './deletion-queries.ts'
export type { Belongings, AccountDeletionDeps } from './account-deletion-deps.ts'
export { accountDeletionJobs, type Erased } from './erase-members.ts'
export { assignDeletion, retryDeletion } from './operate-deletions.ts'
export { accountDeletionRoutes } from './routes.ts'
export { openTombstoneFile } from './tombstone-file.ts'
export {
  createMemberDirectory,
  requireGoodStanding,
  requirePresent,
  type MemberDirectory,
} from './member-directory.ts'
export { isDisabled, isProvedByAnother, memberStates } from './member-standing.ts'
export { memberProfile, requireActing, type MemberProfile } from './member-profile.ts'
export {
  countMembers,
  findMember,
  findMemberBySub,
  findMembersByEmail,
  membersByEmail,
  findMemberByShortId,
  findMemberByParty,
  keepMember,
  lockMember,
  lockStanding,
  requireStaying,
  revokeTokens,
  saveProfile,
  setInvitedBy,
  setMemberState,
  type Member,
  type MemberState,
} from './member-queries.ts'
export { namedMember } from './named-member.ts'
export { getPublicUser } from './user-document.ts'
export { dropPhoto } from './put-photo.ts'
export { provisionMember } from './provision-member.ts'
export type { RecordTimeZone, UpdateIdentity } from './update-user.ts'

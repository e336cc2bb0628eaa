export type { EnsureAccount } from './ensure-account.ts'
export { notifyAccountChanged, updateIdentityProfile } from './identity-queries.ts'
export { openIdentity, type Identity } from './open-identity.ts'
export type { MemberOperations, OperatedMember } from './operate-members.ts'

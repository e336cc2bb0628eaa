export type { EnsureAccount } from './ensure-account.ts'
export { notifyAccountChanged, updateIdentityProfile } from './identity-queries.ts'
export {
  openIdentity,
  type Identity,
  type IdentityAccountDeletion,
  type IdentityOptions,
  type IdentityPayouts,
  type IdentityStrangers,
} from './open-identity.ts'
export type { MemberOperations, OperatedMember } from './operate-members.ts'
export { recentAccountChanges } from './security-events.ts'
export { hasSessionCookie } from './session-cookie.ts'
export { sealedAuthenticators } from './second-factor/check-factor.ts'
export { sealedSigningKeys } from './signing-keys.ts'
export { sealedIssuerTokens } from './outside/oidc-session-queries.ts'
export { lostAuthenticators, lostOutsideSessions } from './lost-identity-seals.ts'

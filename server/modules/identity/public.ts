export { notifyAccountChanged, updateIdentityProfile } from './identity-queries.ts'
export { openIdentity, type Identity } from './open-identity.ts'

import { getIdentityUser } from '#contracts/identity.endpoints.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'

/** The owner of a token, of any provider: the uid, what the token says, and the profile's name and photo. */
export function identityUserRoute(): Route {
  return bind(getIdentityUser, async ({ db, actor: { uid, email, emailVerified } }) => {
    const member = await findMember(db, uid)
    const { displayName = null, photoURL = null } = member ?? {}
    return { uid, email, emailVerified, displayName, photoURL }
  })
}

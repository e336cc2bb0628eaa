import { problem } from '#server/platform/http/problems.ts'
import { lockMailedLink } from './action-proof.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { IdentityUser } from './identity-queries.ts'

/**
 * Runs `act` for the account whose owner of the address says, by the link in the verification mail, that they did not
 * sign up. The account is locked meanwhile: its address is still the one that was mailed, and still not verified.
 * Throws `invalid_action_code`, `expired_action_code` and `email_already_verified`.
 */
export async function whileDisowned<T>(
  { identityDb }: Pick<IdentityDeps, 'identityDb'>,
  token: string,
  act: (user: IdentityUser) => Promise<T>,
): Promise<T> {
  return await identityDb.transaction().execute(async (tx) => {
    const { link, user } = await lockMailedLink(tx, token, ['disown_account'])
    if (user.emailVerified) throw problem('email_already_verified')
    if (link.expired) throw problem('expired_action_code')
    return await act(user)
  })
}

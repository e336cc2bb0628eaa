import { getUser, patchUser } from '#contracts/users.ts'
import { bind, type Bound } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { findMember } from './member-queries.ts'
import { updateUser, type UpdateIdentity } from './update-user.ts'
import { userDocument } from './user-document.ts'

/** `/users/{uid}`: one's own profile and nobody else's. */
export function accountRoutes({ updateIdentity }: { updateIdentity: UpdateIdentity }): Bound[] {
  return [
    bind(getUser, async ({ db, actor, params }) => {
      if (params.uid !== actor.uid) throw problem('forbidden')
      const member = await findMember(db, actor.uid)
      if (!member) throw problem('not_found')
      return userDocument(member)
    }),
    bind(patchUser, async ({ actor, params, body, clock, transaction }) =>
      transaction((tx) => updateUser(tx, actor, { uid: params.uid, patch: body }, { clock, updateIdentity })),
    ),
  ]
}

import * as users from '#contracts/users.ts'
import { bind, type Bound } from '#server/platform/http/bind.ts'
import { updateUser, type UpdateIdentity } from './update-user.ts'
import { getUser } from './user-document.ts'

/** `/users/{uid}`: one's own profile and nobody else's. */
export function accountRoutes({ updateIdentity }: { updateIdentity: UpdateIdentity }): Bound[] {
  return [
    bind(users.getUser, ({ db, actor, params }) => getUser(db, actor, params.uid)),
    bind(users.patchUser, ({ transaction, actor, params, body, clock }) =>
      transaction((tx) => updateUser(tx, actor, { uid: params.uid, patch: body }, { clock, updateIdentity })),
    ),
  ]
}

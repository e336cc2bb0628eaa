import * as users from '#contracts/users.endpoints.ts'
import * as accountDeletion from '#contracts/account-deletion.endpoints.ts'
import { toAgree } from '#server/modules/legal/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Files } from '#server/platform/files/stored-files.ts'
import { absent, answer, bind, type Route } from '#server/platform/http/bind.ts'
import { askerOf } from '#server/platform/mail/who-asked.ts'
import { putPhoto } from './put-photo.ts'
import { updateUser, type RecordTimeZone, type UpdateIdentity } from './update-user.ts'
import { getPublicUser, getUser } from './user-document.ts'
import { deleteMember, previewDeletion } from './delete-member.ts'
import { disownAccount } from './disown-account.ts'
import type { AccountDeletionDeps } from './account-deletion-deps.ts'

/** `/users/{uid}`: one's own profile only; `/public/users/{shortId}`: what invited people see of it. */
export function accountRoutes(deps: {
  updateIdentity: UpdateIdentity
  recordTimeZone: RecordTimeZone
  files: Files
  /** Years a member has at least. */
  ageMin: number
  /** Hears of every change, in its transaction. */
  profileSaved: (tx: Tx, uid: string) => Promise<void>
}): Route[] {
  return [
    bind(users.getUser, async ({ db, actor, params }) => {
      const user = await getUser(db, actor, params.uid, deps.ageMin)
      const asked = await toAgree(db, user.uid)
      return asked.length > 0 ? { ...user, toAgree: asked } : user
    }),
    bind(users.patchUser, ({ transaction, actor, params, body, clock }) =>
      transaction(async (tx) => {
        const user = await updateUser(tx, actor, { uid: params.uid, patch: body }, { clock, ...deps })
        await deps.profileSaved(tx, user.uid)
        return user
      }),
    ),
    bind(users.patchIdentityProfile, ({ transaction, actor, body: patch, clock }) =>
      transaction(async (tx) => {
        const user = await updateUser(tx, actor, { uid: actor.uid, patch }, { clock, ...deps })
        await deps.profileSaved(tx, user.uid)
        const { uid, email, displayName, photoURL } = user
        return { uid, email, emailVerified: actor.emailVerified, displayName, photoURL }
      }),
    ),
    bind(users.getPublicUser, ({ db, params }) => getPublicUser(db, params.shortId)),
    bind(users.putPhoto, ({ db, transaction: save, actor, params, body: bytes, request }) => {
      const type = request.headers['content-type']!.split(';', 1)[0]!.trim().toLowerCase()
      return putPhoto({ db, save }, actor, { uid: params.uid, bytes, type }, deps)
    }),
  ]
}

/** Deleting an account: a preview of the effects, and the deletion. */
export function accountDeletionRoutes(deps: AccountDeletionDeps): Route[] {
  const { whileDisowned } = deps
  return [
    whileDisowned
      ? bind(accountDeletion.disownAccount, async ({ body }) => {
          await disownAccount({ ...deps, whileDisowned }, body.token)
          return answer(204, null)
        })
      : absent({ endpoint: accountDeletion.disownAccount }),
    bind(accountDeletion.getDeletion, ({ db, actor, params }) => previewDeletion(db, actor, params, deps)),
    bind(accountDeletion.deleteUser, async ({ transaction, actor, params, body, request }) => {
      await deps.requireRecentProof(actor)
      const asker = askerOf(request, deps)
      const view = await transaction((tx) =>
        deleteMember(tx, { ...actor, asker }, { ...params, ...body }, deps),
      )
      // Also the job's first step, should this process end here.
      await deps.endSessions(actor.uid)
      return answer(202, view)
    }),
  ]
}

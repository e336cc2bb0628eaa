import * as accountDeletion from '#contracts/account-deletion.endpoints.ts'
import { absent, answer, bind, type Route } from '#server/platform/http/bind.ts'
import { askerOf } from '#server/platform/mail/who-asked.ts'
import { deleteMember, previewDeletion } from './delete-member.ts'
import { disownAccount } from './disown-account.ts'
import type { AccountDeletionDeps } from './account-deletion-deps.ts'

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

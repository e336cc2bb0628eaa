import * as friends from '#contracts/friends.endpoints.ts'
import { normalEmail } from '#rules/normal-email.ts'
import { bind } from '#server/platform/http/bind.ts'
import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { friendErasure } from './erase-member.ts'
import { friendExport } from './export-invitations.ts'
import { listFriends } from './list-friends.ts'
import { settleInvitations } from './settle-invitations.ts'

/** Friends whom members invite, and what both are paid for it. */
export function friendsModule({ config: { publicOrigin }, db, log, secret }: Platform): Module {
  const hashAddress = (email: string) => secret.hash('left address', normalEmail(email))
  return {
    routes: [
      bind(friends.completeInvitation, ({ transaction, actor, body }) =>
        transaction((tx) => acceptInvitation(tx, actor, body, { hashAddress })),
      ),
      bind(friends.listFriends, ({ db, actor, query }) => listFriends(db, actor, query, { publicOrigin })),
    ],
    jobs: [
      job({
        name: 'settle-invitations',
        doc: 'Pays invited friends and their inviters who were not paid the moment everything was done.',
        cron: '* * * * *',
        // The next minute comes sooner than most retries.
        retryLimit: 0,
        run: async () => await settleInvitations(db, { log }),
      }),
    ],
    erase: [friendErasure(db)],
    export: [friendExport(db)],
  }
}

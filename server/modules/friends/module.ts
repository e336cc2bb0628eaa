import { sql } from 'kysely'
import * as friends from '#contracts/friends.endpoints.ts'
import { normalEmail } from '#rules/normal-email.ts'
import { bind } from '#server/platform/http/bind.ts'
import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { friendExport } from './export-invitations.ts'
import { listFriends } from './list-friends.ts'
import { settleInvitations } from './settle-invitation.ts'

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

/**
 * Ends a member's unpaid invitations when their deletion is confirmed; paid ones stay as they are. The row stays under
 * the party, so that the other member still sees what their points were for.
 */
function friendErasure(db: Db): MemberErasure {
  return {
    name: 'friends',
    onConfirmed: async (tx, { uid }) => {
      await sql`
        update friend_invitation set state = 'ended', look_again_at = null, decided_at = crels_now(),
          reason = case when friend_uid = ${uid} then 'friend_left' else 'inviter_left' end
        where (friend_uid = ${uid} or inviter_uid = ${uid}) and state in ('waiting', 'under_review')`.execute(
        tx,
      )
    },
    erase: async ({ uid, party }) => {
      await sql`update friend_invitation set friend_uid = ${party} where friend_uid = ${uid}`.execute(db)
      await sql`update friend_invitation set inviter_uid = ${party} where inviter_uid = ${uid}`.execute(db)
    },
  }
}

import type { Logger } from 'pino'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { dueInvitations } from './invitation-queries.ts'
import { settleInvitation } from './settle-invitation.ts'

/** Invitations that one run looks at; what is left comes in the next minute. */
const atOnceMax = 500

/**
 * Looks at the invitations whose time it is: those whose check-in or profile no request looked at in time, and those
 * that waited for the inviter's next month. One that fails keeps none of the others waiting.
 */
export async function settleInvitations(
  db: Db,
  { log }: { log: Logger },
): Promise<{ looked: number; paid: number }> {
  const due = await dueInvitations(db, atOnceMax)
  let paid = 0
  for (const friendUid of due) {
    try {
      if (await inTransaction(db, async (tx) => await settleInvitation(tx, { friendUid }))) paid += 1
    } catch (error) {
      log.error({ err: error, friendUid }, 'an invitation could not be settled')
    }
  }
  return { looked: due.length, paid }
}

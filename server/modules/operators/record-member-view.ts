import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { memberKeyOf } from './member-values.ts'
import { operate, type OperatorActor } from './operate.ts'

/**
 * Writes into the log that a member's person was looked at: once in ten minutes for each operator who does, as a screen is
 * read again after each act. An account that never called is no member yet, and its entry names none.
 */
export async function recordMemberView(
  tx: Tx,
  actor: OperatorActor,
  { uid }: { uid: string },
): Promise<void> {
  const keyId = await memberKeyOf(tx, uid)
  if (keyId && actor.via !== 'job' && (await viewedLately(tx, keyId, actor.operatorId))) return
  await operate(tx, actor, {
    action: 'member.view',
    ...(keyId ? { member: { uid } } : { target: 'account' }),
  })
}

async function viewedLately(tx: Tx, keyId: string, operatorId: string): Promise<boolean> {
  const { rows } = await sql<{ isRecent: boolean }>`
    select exists (
      select from audit_entry where member_key = ${keyId} and action = 'member.view' and operator_id = ${operatorId}
        and at > crels_now() - interval '10 minutes') as "isRecent"`.execute(tx)
  return rows[0]!.isRecent
}

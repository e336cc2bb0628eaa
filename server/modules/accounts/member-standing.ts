import { sql, type RawBuilder } from 'kysely'
import type { StateSince } from '#rules/click-pay.ts'
import type { Db } from '#server/platform/database.ts'

/** In another query: whether the member that a column names is disabled now. */
export function isDisabled(uid: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from member where member.uid = ${uid} and member.state = 'disabled')`
}

/** In another query: whether another member than `uid` proved the address that a column has. */
export function isProvedByAnother(email: RawBuilder<unknown>, uid: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from member where lower(member.email) = lower(${email}) and member.uid <> ${uid}
      and member.email_verified and member.state <> 'deleted')`
}

/** When a member was disabled and enabled, oldest first; who never was has none. */
export async function memberStates(db: Db, uid: string): Promise<StateSince[]> {
  const { rows } = await sql<{ at: Date; state: string }>`
    select at, state from member_state_change where uid = ${uid} order by seq`.execute(db)
  return rows.map(({ at, state }) => ({ at: at.getTime(), state }))
}

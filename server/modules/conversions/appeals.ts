import type { Appeal } from '#contracts/earnings.schemas.ts'
import { requireStaying } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx, Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockOwnEarning } from './earning-queries.ts'
import { sql } from 'kysely'

/**
 * A member explains an earning that is under review. A second explanation replaces the first until the decision. Throws
 * `not_found` for an earning that is not theirs, `conflict` for one that is not under review.
 */
export async function appealEarning(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  input: { id: string; message: string },
): Promise<Appeal> {
  await requireStaying(tx, actor.uid)
  const state = await lockOwnEarning(tx, actor.uid, input.id)
  if (!state) throw problem('not_found', { detail: 'You have no such earning.' })
  if (state !== 'under_review')
    throw problem('conflict', { detail: 'This earning is not being checked any more.' })
  const at = await databaseNow(tx)
  return appealView(
    await writeAppeal(tx, { earningId: input.id, uid: actor.uid, message: input.message, at }),
  )
}

export interface AppealRow {
  earningId: string
  message: string
  at: Date
  state: Appeal['state']
  answer: string | null
  answeredAt: Date | null
}

const columns = sql`earning_id as "earningId", message, at, state, answer, answered_at as "answeredAt"`

/** The appeals of some earnings, by earning. */
export async function appealsOf(db: Db, earningIds: string[]): Promise<Map<string, AppealRow>> {
  const { rows } = await sql<AppealRow>`
    select ${columns} from appeal where earning_id = any (${earningIds})`.execute(db)
  return new Map(rows.map((row) => [row.earningId, row]))
}

/** Writes a member's explanation; a second one replaces the first. The earning is locked, and under review. */
export async function writeAppeal(
  tx: Tx,
  appeal: { earningId: string; uid: string; message: string; at: Date },
): Promise<AppealRow> {
  const { rows } = await sql<AppealRow>`
    insert into appeal (earning_id, uid, message, at)
    values (${appeal.earningId}, ${appeal.uid}, ${appeal.message}, ${appeal.at})
    on conflict (earning_id) do update set message = excluded.message, at = excluded.at
    returning ${columns}`.execute(tx)
  return rows[0]!
}

/** Writes the outcome of an earning's appeal; answers whose it is, undefined when there is none. */
export async function answerAppeal(
  tx: Tx,
  decision: { earningId: string; granted: boolean; answer: string | null; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ uid: string }>`
    update appeal set state = ${decision.granted ? 'granted' : 'refused'}, answer = ${decision.answer},
      answered_at = ${decision.at}
    where earning_id = ${decision.earningId} returning uid`.execute(tx)
  return rows[0]?.uid
}

/** An appeal as its member sees it. */
export function appealView({ message, at, state, answer, answeredAt }: AppealRow): Appeal {
  return { message, at: at.toISOString(), state, answer, answeredAt: answeredAt?.toISOString() ?? null }
}

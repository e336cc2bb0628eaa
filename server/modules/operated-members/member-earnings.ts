import * as z from 'zod/mini'
import { sql } from 'kysely'
import { idSchema } from '#contracts/ids.ts'
import type { MemberEarning } from '#contracts/operator-member-earnings.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import type { RowResults } from '#contracts/row-results.ts'
import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import { reverseClickEarning } from '#server/modules/conversions/public.ts'
import { recordMemberView, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { eachRow } from '#server/platform/http/each-row.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'

interface EarningsAsked {
  uid: string
  type?: MemberEarning['type'] | undefined
  state?: MemberEarning['state'] | undefined
  limit: number
  cursor?: string | undefined
}

type Row = Omit<MemberEarning, 'createdAt' | 'unlocksAt'> & { createdAt: Date; unlocksAt: Date }

/** When a page's last earning was made, and its id. */
const place = z.tuple([cursorTime, idSchema('earning')])

/** A page of what a member earned, the newest first. The log says who looked. Throws `not_found`. */
export async function memberEarnings(
  db: Db,
  actor: OperatorActor,
  { uid, type, state, limit, cursor }: EarningsAsked,
): Promise<Page<MemberEarning>> {
  requirePresent(await findMember(db, uid))
  await inTransaction(db, async (tx) => await recordMemberView(tx, actor, { uid }))
  const after = cursor === undefined ? undefined : decodeCursor(place, cursor)
  const { rows } = await sql<Row>`
    select e.id, e.type, e.state, e.reason, e.conversion_id as "conversionId", e.clicks, e.crels,
      e.reversed_crels as "reversedCrels", e.created_at as "createdAt", e.unlocks_at as "unlocksAt",
      jsonb_build_object('id', c.id, 'title', c.title, 'brand', b.name) as campaign
    from earning e join campaign c on c.id = e.campaign_id join brand b on b.id = c.brand_id
    where e.uid = ${uid} ${type === undefined ? sql`` : sql`and e.type = ${type}`}
      ${state === undefined ? sql`` : sql`and e.state = ${state}`}
      ${after === undefined ? sql`` : sql`and (e.created_at, e.id) < (${new Date(after[0])}, ${after[1]})`}
    order by e.created_at desc, e.id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit, ({ createdAt, id }) => [createdAt.getTime(), id])
  return {
    ...page,
    items: page.items.map(({ createdAt, unlocksAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      unlocksAt: unlocksAt.toISOString(),
    })),
  }
}

/** Takes back what clicks of a member were paid, each earning by itself by `reverseClickEarning`. */
export async function reverseMemberEarnings(
  db: Db,
  actor: OperatorActor,
  { uid, ids, reason }: { uid: string; ids: readonly string[]; reason: string },
): Promise<RowResults> {
  return await eachRow(db, ids, async (tx, earningId) => {
    const { rows } = await sql`select from earning where id = ${earningId} and uid = ${uid}`.execute(tx)
    if (rows.length === 0) throw problem('not_found', { detail: `${uid} has no earning ${earningId}.` })
    await reverseClickEarning(tx, actor, { earningId, reason })
  })
}

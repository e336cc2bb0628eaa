import type { AboutPoints, PointsPage } from '#contracts/points.schemas.ts'
import { statement } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'

/** Says what transactions were for, by their id; those it knows nothing about are absent. */
export type AboutPointsOf = (db: Db, transactionIds: string[]) => Promise<Map<string, AboutPoints>>

/** One page of the entries that made a member's balance of points, newest first; of one kind where one is named. */
export async function pointsHistory(
  db: Db,
  { party }: Pick<MemberActor, 'party'>,
  query: { limit: number; cursor?: string; kind?: string },
  aboutOf: AboutPointsOf,
): Promise<PointsPage> {
  const { items, nextCursor } = await statement(db, { party, codes: ['member.points'], ...query })
  const about = await aboutOf(
    db,
    items.map(({ txnId }) => txnId),
  )
  return {
    items: items.map(({ txnId, effectiveAt, kind, amount, balanceAfter }) => ({
      transactionId: txnId,
      at: effectiveAt.toISOString(),
      kind,
      points: amount,
      balanceAfter,
      about: about.get(txnId) ?? null,
    })),
    nextCursor,
  }
}

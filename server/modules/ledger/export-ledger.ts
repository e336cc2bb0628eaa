import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, shortList, type MemberExport } from '#server/platform/member-export.ts'

/**
 * A member's open holds, open lots of points, and awards; the wallet exports balances and entries. Closed holds and
 * spent lots are left out: no index covers them, and the entries that closed them are in the statement.
 */
export function ledgerExport(db: Db): MemberExport {
  return {
    tables: ['hold', 'point_lot', 'award'],
    parts: ({ party }) => [
      shortList({
        name: 'holds',
        about: m.export_holds(),
        columns: ['id', 'scope', 'amount', 'captured', 'createdAt', 'expiresAt'],
        read: async () => {
          const { rows } = await sql<Hold>`
            select h.id, h.scope, h.amount, h.captured, h.created_at as "createdAt", h.expires_at as "expiresAt"
            from account a join hold h on h.account_id = a.id and h.state = 'open'
            where a.party = ${party} order by h.created_at, h.id`.execute(db)
          return rows
        },
      }),
      longList({
        name: 'points-lots',
        about: m.export_points_lots(),
        columns: ['id', 'transactionId', 'granted', 'remaining', 'expiresAt'],
        next: async (last: Lot | undefined, limit) => {
          const after = last ? sql`and (l.expires_at, l.id) > (${last.expiresAt}, ${last.id})` : sql``
          const { rows } = await sql<Lot>`
            select l.id, l.txn_id as "transactionId", l.granted, l.remaining, l.expires_at as "expiresAt"
            from account a join point_lot l on l.account_id = a.id and l.remaining > 0
            where a.party = ${party} ${after} order by l.expires_at, l.id limit ${limit}`.execute(db)
          return rows
        },
      }),
      longList({
        name: 'rewards',
        about: m.export_awards(),
        columns: ['program', 'period', 'transactionId', 'grantedAt'],
        next: async (last: Award | undefined, limit) => {
          const after = last ? sql`and (program, period) > (${last.program}, ${last.period})` : sql``
          const { rows } = await sql<Award>`
            select program, period, txn_id as "transactionId", granted_at as "grantedAt" from award
            where party = ${party} ${after} order by program, period limit ${limit}`.execute(db)
          return rows
        },
      }),
    ],
  }
}

type Hold = {
  id: string
  scope: string
  amount: number
  captured: number
  createdAt: Date
  expiresAt: Date | null
}
type Lot = { id: number; transactionId: string; granted: number; remaining: number; expiresAt: Date }
type Award = { program: string; period: string; transactionId: string; grantedAt: Date }

import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, shortList, type ExportedPart, type MemberExport } from '#server/platform/member-export.ts'
import type { AccountCode } from './accounts.ts'
import { balances, statement, type StatementEntry } from './ledger-queries.ts'
import type { AboutEntries } from './wallet-statement.ts'

const codes: AccountCode[] = ['member.available', 'member.pending', 'member.debt', 'member.points']

type Row = StatementEntry & {
  account: string
  campaign: string | null
  brand: string | null
  cursor: string | null
}

/**
 * A member's balances with every entry that made them; `about` says what entries were for. Of holds and lots those
 * that are open, for which there are indexes: the others are told by the entries that ended them.
 */
export function ledgerExport(db: Db, about: AboutEntries): MemberExport {
  return {
    tables: ['account', 'txn', 'entry', 'hold', 'point_lot', 'award'],
    parts: ({ subject }) => [
      {
        kind: 'record',
        name: 'balances',
        about: m.export_balances(),
        read: async () => await balances(db, subject),
      },
      entriesOf(db, subject, about),
      shortList({
        name: 'holds',
        about: m.export_holds(),
        columns: ['id', 'scope', 'amount', 'captured', 'createdAt', 'expiresAt'],
        read: async () => {
          const { rows } = await sql<Hold>`
            select h.id, h.scope, h.amount, h.captured, h.created_at as "createdAt", h.expires_at as "expiresAt"
            from account a join hold h on h.account_id = a.id and h.state = 'open'
            where a.subject = ${subject} order by h.created_at, h.id`.execute(db)
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
            where a.subject = ${subject} ${after} order by l.expires_at, l.id limit ${limit}`.execute(db)
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
            where subject = ${subject} ${after} order by program, period limit ${limit}`.execute(db)
          return rows
        },
      }),
    ],
  }
}

/** Newest first, as the wallet shows them. */
function entriesOf(db: Db, subject: string, about: AboutEntries): ExportedPart {
  return longList({
    name: 'statement',
    about: m.export_statement(),
    columns: [
      ...(['transactionId', 'at', 'account', 'kind', 'amount', 'balanceAfter', 'campaign', 'brand'] as const),
      'reverses',
    ],
    next: async (last: (Row & { transactionId: string; at: Date }) | undefined, limit) => {
      if (last && last.cursor === null) return []
      const page = await statement(db, { subject, codes, limit, cursor: last?.cursor ?? undefined })
      const named = await about(db, page.items)
      return page.items.map((entry) => ({
        ...entry,
        transactionId: entry.txnId,
        at: entry.effectiveAt,
        account: entry.code.slice('member.'.length),
        campaign: named.get(entry.txnId)?.campaignTitle ?? null,
        brand: named.get(entry.txnId)?.brandName ?? null,
        cursor: page.nextCursor,
      }))
    },
  })
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

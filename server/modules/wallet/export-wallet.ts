import { m } from '#messages'
import { aboutEarnings } from '#server/modules/conversions/public.ts'
import { balances, statement, type AccountCode, type StatementEntry } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import { longList, type ExportedPart, type MemberExport } from '#server/platform/member-export.ts'

const codes: AccountCode[] = ['member.available', 'member.pending', 'member.debt', 'member.points']

type Row = StatementEntry & {
  account: string
  campaign: string | null
  brand: string | null
  cursor: string | null
}

/** A member's balances with every entry that made them, points included. */
export function walletExport(db: Db): MemberExport {
  return {
    tables: ['account', 'txn', 'entry'],
    parts: ({ party }) => [
      {
        kind: 'record',
        name: 'balances',
        about: m.export_balances(),
        read: async () => await balances(db, party),
      },
      entriesOf(db, party),
    ],
  }
}

/** Newest first, as in the wallet. */
function entriesOf(db: Db, party: string): ExportedPart {
  return longList({
    name: 'statement',
    about: m.export_statement(),
    columns: [
      ...(['transactionId', 'at', 'account', 'kind', 'amount', 'balanceAfter', 'campaign', 'brand'] as const),
      'reverses',
    ],
    next: async (last: (Row & { transactionId: string; at: Date }) | undefined, limit) => {
      if (last && last.cursor === null) return []
      const page = await statement(db, { party, codes, limit, cursor: last?.cursor ?? undefined })
      const named = await aboutEarnings(db, page.items)
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

import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'

type Row = {
  seq: number
  id: string
  direction: string
  usdToCrels: string
  feeBps: number
  crels: number
  usdCents: number
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

/** The prices a member asked for, and whether they took them. */
export function quoteExport(db: Db): MemberExport {
  return {
    tables: ['exchange_quote'],
    parts: ({ party }) => [
      longList({
        name: 'quotes',
        about: m.export_quotes(),
        columns: [
          ...(['id', 'direction', 'usdToCrels', 'feeBps', 'crels', 'usdCents'] as const),
          ...(['createdAt', 'expiresAt', 'usedAt'] as const),
        ],
        next: async (last: Row | undefined, limit) => {
          const { rows } = await sql<Row>`
            select seq, id, direction, trim_scale(usd_to_crels)::text as "usdToCrels", fee_bps as "feeBps", crels,
              usd_cents as "usdCents", created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"
            from exchange_quote where party = ${party} and seq > ${last?.seq ?? 0}
            order by seq limit ${limit}`.execute(db)
          return rows
        },
      }),
    ],
  }
}

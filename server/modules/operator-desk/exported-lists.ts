import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { ExportList } from '#contracts/operator-desk.constants.ts'
import { operatorAuditSchemas } from '#contracts/operator-audit.schemas.ts'
import { operatorConversionSchemas } from '#contracts/operator-conversions.schemas.ts'
import {
  chosenEntries,
  listAuditEntries,
  type AuditEntry,
  type AuditFilters,
} from '#server/modules/operators/public.ts'
import { operatedConversions } from '#server/modules/operated-conversions/public.ts'
import type { CsvCell } from '#server/platform/csv-line.ts'
import { iso } from '#server/platform/iso-time.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import {
  countOf,
  days,
  exportPageRows,
  pageOfRows,
  siteDays,
  within,
  type ExportedList,
} from './export-list.ts'
import { exportedMemberLists } from './member-lists.ts'
import { exportedPlainLists } from './plain-lists.ts'
import { exportedSystemLists } from './system-lists.ts'

const { status, brand, reason, uid } = operatorConversionSchemas.listOperatedConversions.query.shape
const {
  from,
  to,
  zone: auditZone,
  via,
  requestId,
  operatorId,
  action,
  target,
} = operatorAuditSchemas.listAuditLog.query.shape

export const exportedLists: Record<ExportList, ExportedList> = {
  ...exportedMemberLists,
  ...exportedPlainLists,
  ...exportedSystemLists,
  conversions: {
    filters: z.strictObject({ status, brand, reason, uid }),
    columns: [
      'id',
      'order id',
      'kind',
      'status',
      'reason',
      'reported at',
      'brand',
      'campaign',
      'member',
      'currency',
      'amount in minor units',
      'crels',
      'corrected',
    ],
    count: async (db, given) => {
      const filters = given as { status?: string; brand?: string; reason?: string; uid?: string }
      return await countOf(
        db,
        sql`conversion c left join enrolment n on n.id = c.enrolment_id
          where ${filters.status === undefined ? sql`true` : sql`c.status = ${filters.status}`}
          ${filters.brand === undefined ? sql`` : sql`and c.brand_id = (select id from brand where slug = ${filters.brand})`}
          ${filters.reason === undefined ? sql`` : sql`and c.reason = ${filters.reason}`}
          ${filters.uid === undefined ? sql`` : sql`and n.uid = ${filters.uid}`}`,
      )
    },
    page: async (db, filters, after) => {
      const { items, nextCursor } = await operatedConversions(db, {
        ...filters,
        limit: exportPageRows,
        ...(after !== null && { cursor: after }),
      })
      const rows = items.map((row): CsvCell[] => [
        row.id,
        row.eventId,
        row.type,
        row.status,
        row.reason,
        row.createdAt,
        row.brand.slug,
        row.campaign?.title ?? null,
        row.member?.uid ?? null,
        row.amount?.currency ?? null,
        row.amount?.minor ?? null,
        row.crels,
        row.isCorrected,
      ])
      return { rows, next: nextCursor }
    },
  },
  members: {
    hasSiteDays: true,
    filters: z.strictObject({
      ...siteDays,
      state: z.optional(z.enum(['active', 'disabled'])),
      country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    }),
    columns: ['uid', 'name', 'e-mail', 'country', 'state', 'signed up at', 'crels', 'points'],
    count: async (db, filters) => await countOf(db, sql`member m where ${membersBy(filters)}`),
    page: async (db, filters, after) =>
      pageOfRows(
        await sql<{ row: CsvCell[]; place: string }>`
          select jsonb_build_array(m.uid, coalesce(m.full_name, m.display_name), m.email,
              nullif(m.country_of_residence, ''), m.state, ${iso(sql`m.created_at`)},
              coalesce((select sum(a.posted) from account a where a.party = m.party and a.code = 'member.available'), 0),
              coalesce((select sum(a.posted) from account a where a.party = m.party and a.code = 'member.points'), 0)) as row,
            m.uid as place
          from member m where ${membersBy(filters)} ${after === null ? sql`` : sql`and m.uid > ${after}`}
          order by m.uid limit ${exportPageRows}`.execute(db),
      ),
  },
  ledger: {
    filters: z.strictObject({ ...days, asset: z.optional(z.enum(['CREL', 'PTS', 'USD'])) }),
    columns: ['transaction', 'line', 'kind', 'at', 'party', 'account', 'asset', 'amount', 'balance after'],
    count: async (db, filters) =>
      await countOf(
        db,
        sql`entry e join txn t on t.id = e.txn_id and t.party = e.party where ${entriesBy(filters)}`,
      ),
    page: async (db, filters, after) => {
      const [txnId, line] = after?.split(' ') ?? []
      return pageOfRows(
        await sql<{ row: CsvCell[]; place: string }>`
          select jsonb_build_array(e.txn_id, e.line, e.kind, ${iso(sql`t.effective_at`)}, a.party, a.code, e.asset,
              e.amount, e.balance_after) as row, e.txn_id || ' ' || e.line as place
          from entry e join txn t on t.id = e.txn_id and t.party = e.party
          left join account a on a.id = e.account_id
          where ${entriesBy(filters)}
            ${txnId === undefined ? sql`` : sql`and (e.txn_id, e.line) > (${txnId}, ${Number(line)}::integer)`}
          order by e.txn_id, e.line limit ${exportPageRows}`.execute(db),
      )
    },
  },
  audit: {
    hasSiteDays: true,
    filters: z.strictObject({ from, to, zone: auditZone, via, requestId, operatorId, action, target }),
    columns: ['number', 'id', 'at', 'by', 'via', 'action', 'target', 'before', 'after', 'reason', 'request'],
    count: async (db, given) => {
      const filters = given as AuditFilters
      return filters.target === undefined
        ? await countOf(db, sql`audit_entry e where ${chosenEntries(filters)}`)
        : null
    },
    page: async (db, filters, after) => {
      const limit = exportPageRows
      // Without what opens them, values of members stay sealed and are left out.
      const beforeSeq = after === null ? undefined : Number(after)
      const entries = await listAuditEntries(db, { ...filters, beforeSeq, limit }, undefined)
      return {
        rows: entries.map(auditCells),
        next: entries.length < limit ? null : String(entries.at(-1)!.seq),
      }
    },
  },
}

function auditCells(entry: AuditEntry): CsvCell[] {
  const { seq, id, at, by, via, action, target, before, after, reason, requestId } = entry
  return [seq, id, at, by, via, action, target, json(before), json(after), reason, requestId]
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

function membersBy(filters: Record<string, unknown>): RawBuilder<unknown> {
  const { from, to, zone: of = siteZone(), state, country } = filters as Record<string, string | undefined>
  return sql`m.state <> 'deleted' and ${within(sql`m.created_at`, { from, to }, of)}
    ${state === undefined ? sql`` : sql`and m.state = ${state}`}
    ${country === undefined ? sql`` : sql`and m.country_of_residence = ${country}`}`
}

function entriesBy(filters: Record<string, unknown>): RawBuilder<unknown> {
  // The ledger's days are those of UTC.
  const { from, to, asset } = filters as Record<string, string | undefined>
  return sql`${within(sql`t.effective_at`, { from, to }, 'UTC')}
    ${asset === undefined ? sql`` : sql`and e.asset = ${asset}`}`
}

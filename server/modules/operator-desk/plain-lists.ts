import { sql } from 'kysely'
import * as z from 'zod/mini'
import { operatorCampaignSchemas } from '#contracts/operator-campaigns.schemas.ts'
import { accountEntries } from '#server/modules/ledger/public.ts'
import {
  chosenCampaigns,
  operatedCampaignPage,
  type CampaignFilters,
} from '#server/modules/operated-brands/public.ts'
import type { CsvCell } from '#server/platform/csv-line.ts'
import { iso } from '#server/platform/iso-time.ts'
import { countOf, exportPageRows, type ExportedList } from './export-list.ts'
import { byState, listOf, name } from './list-of.ts'

const { q, state, brand, category } = operatorCampaignSchemas.listOperatedCampaigns.query.shape

/** Lists with nothing of a member. */
export const exportedPlainLists = {
  campaigns: {
    filters: z.strictObject({ q, state, brand, category }),
    columns: [
      'id',
      'brand',
      'title',
      'category',
      'state',
      'budget in crels',
      'spent in crels',
      'left in crels',
      'left in US cents',
      'members',
      'applicants',
      'starts at',
      'ends at',
      'made at',
    ],
    count: async (db, filters) =>
      await countOf(
        db,
        sql`campaign c join brand b on b.id = c.brand_id where ${chosenCampaigns(filters as CampaignFilters)}`,
      ),
    page: async (db, filters, after) => {
      const query = {
        ...(filters as CampaignFilters),
        limit: exportPageRows,
        ...(after !== null && { cursor: after }),
      }
      const { items, nextCursor } = await operatedCampaignPage(db, query)
      const rows = items.map((row): CsvCell[] => [
        row.id,
        row.brand.slug,
        row.title,
        row.category.slug,
        row.state,
        row.budget.crels,
        row.spent.crels,
        row.left.crels,
        row.left.usdCents,
        row.members,
        row.applicants,
        row.startsAt,
        row.endsAt,
        row.createdAt,
      ])
      return { rows, next: nextCursor }
    },
  },
  deliveries: listOf({
    rows: sql`
      from webhook_delivery t join webhook_message w on w.id = t.message_id join brand b on b.id = w.brand_id`,
    at: sql`w.created_at`,
    by: { state: byState, webhook: { is: name, where: (webhook) => sql`t.endpoint_id = ${webhook}` } },
    columns: {
      id: sql`t.id`,
      webhook: sql`t.endpoint_id`,
      brand: sql`b.slug`,
      event: sql`w.type`,
      message: sql`w.id`,
      state: sql`t.state`,
      attempts: sql`t.attempts`,
      'last status': sql`t.last_status`,
      'last error': sql`t.last_error`,
      'made at': iso(sql`w.created_at`),
      'last attempt at': iso(sql`t.last_attempt_at`),
      'delivered at': iso(sql`t.delivered_at`),
    },
  }),
  // The entries of one account, the newest first, as its screen has them; all entries are the list `ledger`.
  'account-entries': {
    filters: z.strictObject({ account: z.string().check(z.regex(/^\d{1,15}$/)) }),
    columns: ['number', 'transaction', 'kind', 'at', 'source', 'amount', 'balance after'],
    count: async (db, { account }) => await countOf(db, sql`entry where account_id = ${account}::bigint`),
    page: async (db, { account }, after) => {
      const before = after === null ? null : Number(after)
      const entries = await accountEntries(db, { accountId: Number(account), before, limit: exportPageRows })
      const rows = entries.map((row): CsvCell[] => [
        row.seq,
        row.transactionId,
        row.kind,
        row.effectiveAt,
        row.source,
        row.amount,
        row.balanceAfter,
      ])
      return { rows, next: entries.length < exportPageRows ? null : String(entries.at(-1)!.seq) }
    },
  },
} satisfies Record<string, ExportedList>

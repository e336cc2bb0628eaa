import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'

type Row = {
  id: string
  campaignId: string
  type: string
  orderReference: string
  occurredAt: Date
  reportedAmountMinor: number | null
  reportedCurrency: string | null
  note: string | null
  state: string
  answer: string | null
  claimedAt: Date
  answerBy: Date
  answeredAt: Date | null
  conversionId: string | null
}

/** A member's claims of missing conversions, with the answers. */
export function conversionClaimExport(db: Db): MemberExport {
  return {
    tables: ['conversion_claim'],
    parts: ({ uid }) => [
      longList({
        name: 'conversion-claims',
        about: m.export_conversion_claims(),
        columns: [
          ...([
            'id',
            'campaignId',
            'type',
            'orderReference',
            'occurredAt',
            'reportedAmountMinor',
            'reportedCurrency',
          ] as const),
          ...(['note', 'state', 'answer', 'claimedAt', 'answerBy', 'answeredAt', 'conversionId'] as const),
        ],
        next: async (last: Row | undefined, limit) => {
          const { rows } = await sql<Row>`
            select id, campaign_id as "campaignId", type, order_reference as "orderReference",
              occurred_at as "occurredAt", reported_amount_minor as "reportedAmountMinor",
              reported_currency as "reportedCurrency",
              note, state, answer,
              created_at as "claimedAt", answer_by as "answerBy", answered_at as "answeredAt",
              conversion_id as "conversionId"
            from conversion_claim where uid = ${uid} and id > ${last?.id ?? ''} order by id limit ${limit}`.execute(
            db,
          )
          return rows
        },
      }),
    ],
  }
}

import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'

type Row = {
  id: string
  conversionId: string | null
  claimId: string | null
  question: string
  askedAt: Date
  answer: string | null
  answeredAt: Date | null
}

/** What brands were asked about a member's conversions and claims, and what they answered; not who asked. */
export function brandQuestionExport(db: Db): MemberExport {
  return {
    tables: ['brand_question'],
    parts: ({ uid }) => [
      longList({
        name: 'brand-questions',
        about: m.export_brand_questions(),
        columns: ['id', 'conversionId', 'claimId', 'question', 'askedAt', 'answer', 'answeredAt'],
        next: async (last: Row | undefined, limit) => {
          const { rows } = await sql<Row>`
            select id, conversion_id as "conversionId", claim_id as "claimId", question, asked_at as "askedAt", answer,
              answered_at as "answeredAt"
            from brand_question where uid = ${uid} and id > ${last?.id ?? ''} order by id limit ${limit}`.execute(
            db,
          )
          return rows
        },
      }),
    ],
  }
}

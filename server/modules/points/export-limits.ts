import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'

/** Exports how many rewards a member was paid in each period that has a limit. */
export function limitExport(db: Db): MemberExport {
  return {
    tables: ['reward_count'],
    parts: ({ party }) => [
      shortList({
        name: 'reward-limits',
        about: m.friends_export_limits(),
        columns: ['program', 'period', 'paid'],
        read: async () => {
          const { rows } = await sql<{ program: string; period: string; paid: number }>`
            select program, period, paid from reward_count where party = ${party} order by period, program`.execute(
            db,
          )
          return rows
        },
      }),
    ],
  }
}

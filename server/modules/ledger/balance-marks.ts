import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Where subjects' balances stand: a text for each that differs after every entry and every hold. */
export async function balanceMarks(db: Db, subjects: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; mark: string }>`
    select subject, sum(version) || '.' || sum(held) as mark from account
    where subject = any (${subjects}) group by subject`.execute(db)
  return new Map(rows.map(({ subject, mark }) => [subject, mark]))
}

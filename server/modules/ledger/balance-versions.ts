import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Where subjects' balances stand: a text for each that differs after every entry and every hold. */
export async function balanceVersions(db: Db, subjects: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; version: string }>`
    select subject, sum(version) || '.' || sum(held) as version from account
    where subject = any (${subjects}) group by subject`.execute(db)
  return new Map(rows.map(({ subject, version }) => [subject, version]))
}

import { sql } from 'kysely'
import { openDatabase } from '#server/platform/database.ts'
import type { Promises } from '#server/platform/reconciliation.ts'

/**
 * What PostgreSQL reckons each promise to cost where every table that has rows here had ten million: some millions
 * where each is read a few times, some thousand millions where one is looked up by an index for each row of another, and
 * 10¹² where it is read for each of them. Nothing of it stays.
 */
export async function costsWhenLarge(
  { databaseUrl }: { databaseUrl: string },
  promises: Promises<string>,
): Promise<Record<string, number>> {
  const owner = openDatabase({ url: databaseUrl, poolSize: 1 })
  const undo = new Error('undo')
  const costs: Record<string, number> = {}
  try {
    await owner.transaction().execute(async (tx) => {
      await sql`
        select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
          'relpages', (pg_relation_size(oid) / 8192)::integer, 'reltuples', 1e7::real)
        from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`.execute(
        tx,
      )
      for (const [check, broken] of Object.entries(promises)) {
        const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>`
          explain (format json) ${broken}`.execute(tx)
        costs[check] = rows[0]!['QUERY PLAN'][0].Plan['Total Cost']
      }
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  } finally {
    await owner.destroy()
  }
  return costs
}

import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './database.ts'
import { purposesIn, type SealedColumn } from './sealed-columns.ts'
import { sealPurposes, type SealPurpose } from './secret-purposes.ts'

/** Values of a kind that no key opens any more, and what was done with them. */
export interface EndedSeals {
  /** As operators know one, and several: `payout destination`, `payout destinations`. */
  kind: readonly [one: string, several: string]
  count: number
  /** What became of them, and what is to be done: `removed, their members add them anew`. */
  outcome: string
  /** It is as it was, and refused where it is used: run again it is counted again. */
  isKept?: true
  /** Members who have to do something anew, and what. */
  notifies?: { what: 'destination' | 'tax_form' | 'authenticator'; uids: string[] }
}

/** What a module does with its values once the key is gone that they were sealed by: every purpose of a column has one. */
export interface LostSeals {
  purposes: readonly SealPurpose[]
  /** In the transaction that makes the new keys; run again it finds what is left. */
  end(tx: Tx): Promise<EndedSeals[]>
}

/** Of these there is a new one by itself as soon as none opens. */
const renewedByThemselves = ['signing key', 'push key'] as const satisfies readonly SealPurpose[]

/** In a query: whether a text was sealed by a key that the installation has no more; false for none. */
export function isLost(sealed: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(case when ${sealed} like 's2.%' then split_part(${sealed}, '.', 2) not in (select id from public.secret_key)
    else ${sealed} is not null and not exists (select from public.secret_key where unbound) end)`
}

/** How many texts of a column are lost. */
export async function countLost(tx: Tx, { table, column }: SealedColumn): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${isLost(sql.ref(column))}`.execute(tx)
  return rows[0]!.count
}

/** Jobs whose data nobody opens would fail until they are given up, and hold up the deletion of a member. */
export const lostJobs: LostSeals = {
  purposes: purposesIn('queue'),
  end: async (tx) => {
    const { rows: found } = await sql`select where to_regclass('pgboss.job') is not null`.execute(tx)
    if (found.length === 0) return []
    const { rows } = await sql<{ count: number }>`
      with ended as (
        delete from pgboss.job where name = any (${[...purposesIn('queue')]}) and ${isLost(sql`(data ->> 'sealed')`)}
        returning state)
      select count(*)::int as count from ended where state not in ('completed', 'cancelled', 'failed')`.execute(
      tx,
    )
    return [{ kind: ['mail under way', 'mails under way'], count: rows[0]!.count, outcome: mailsEnded }]
  },
}

const mailsEnded = 'not sent, links and codes in them are asked for again'

/** Purposes that are kept in a column or a queue and that nothing here ends. */
export function purposesWithoutEnd(losses: readonly LostSeals[]): SealPurpose[] {
  const ended = new Set<SealPurpose>([...losses.flatMap(({ purposes }) => purposes), ...renewedByThemselves])
  return (Object.keys(sealPurposes) as SealPurpose[]).filter(
    (purpose) => ['column', 'queue'].includes(sealPurposes[purpose]) && !ended.has(purpose),
  )
}

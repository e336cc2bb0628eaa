import type { StatementEntry as EntryView, StatementPage } from '#contracts/wallet.schemas.ts'
import { m } from '#messages'
import { addDays, dateStarts, isZone } from '#rules/local-date.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { invalidValue } from '#server/platform/http/problems.ts'
import { statement, type StatementEntry } from './ledger-queries.ts'

/** Names what entries were for, by ledger transaction; those it knows nothing about are absent. */
export type AboutEntries = (
  db: Db,
  entries: StatementEntry[],
) => Promise<Map<string, NonNullable<EntryView['about']>>>

/** Which entries: those of one balance, of one kind, between two dates of a zone, both included. */
export interface StatementFilter {
  account: 'available' | 'pending' | 'debt'
  kind?: string
  from?: string
  to?: string
  /** UTC without one. */
  zone?: string
}

export interface WalletQuery extends StatementFilter {
  limit: number
  cursor?: string
}

/**
 * One page of the entries of one of a member's balances, newest first. A debt is shown as what is owed: positive.
 * Throws `validation_failed` for a zone there is not, and for a first day after the last.
 */
export async function walletStatement(
  db: Db,
  { subject }: Pick<MemberActor, 'subject'>,
  { account, limit, cursor, kind, ...dates }: WalletQuery,
  about: AboutEntries,
): Promise<StatementPage> {
  const { items, nextCursor } = await statement(db, {
    subject,
    codes: [`member.${account}`],
    limit,
    cursor,
    kind,
    ...momentsOf(dates),
  })
  const named = await about(db, items)
  const sign = account === 'debt' ? -1 : 1
  return {
    items: items.map((entry) => ({
      transactionId: entry.txnId,
      at: entry.effectiveAt.toISOString(),
      kind: entry.kind,
      crels: sign * entry.amount,
      // Not -0, which JSON has and a person has not.
      balanceAfter: sign * entry.balanceAfter || 0,
      about: named.get(entry.txnId) ?? null,
    })),
    nextCursor,
  }
}

/** The moments between which the dates lie, the last not included. */
function momentsOf({ from, to, zone = 'UTC' }: Pick<StatementFilter, 'from' | 'to' | 'zone'>) {
  if (!isZone(zone)) throw invalidValue('query.zone', m.wallet_statement_zone_unknown())
  if (from !== undefined && to !== undefined && from > to)
    throw invalidValue('query.from', m.wallet_statement_dates_swapped())
  return {
    since: from === undefined ? undefined : new Date(dateStarts(from, zone)),
    until: to === undefined ? undefined : new Date(dateStarts(addDays(to, 1), zone)),
  }
}

import type { StatementPage } from '#contracts/wallet.schemas.ts'
import { m } from '#messages'
import { addDays, dateStarts, isZone, localDate } from '#rules/local-date.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { invalidValue } from '#server/platform/http/problems.ts'
import { aboutEarnings } from '#server/modules/conversions/public.ts'
import { monthSums, statement } from '#server/modules/ledger/public.ts'

/** Which entries: of one balance, of one kind, between two dates of a time zone, both dates included. */
export interface StatementFilter {
  account: 'available' | 'pending' | 'debt'
  kind?: string
  from?: string
  to?: string
  /** UTC by default. */
  zone?: string
}

export interface WalletQuery extends StatementFilter {
  limit: number
  cursor?: string
}

/**
 * One page of the entries of one of a member's balances, newest first, in crels, with the sum of each month on it. A debt
 * is positive: what is owed. Throws `validation_failed` for an unknown time zone, and for a first date after the last.
 */
export async function walletStatement(
  db: Db,
  actor: Pick<MemberActor, 'party'>,
  query: WalletQuery,
): Promise<StatementPage> {
  const page = await statementEntries(db, actor, query)
  const { account, kind, zone = 'UTC' } = query
  const listed = new Set(page.items.map(({ at }) => localDate(Date.parse(at), zone).slice(0, 7)))
  const sums = await monthSums(db, {
    party: actor.party,
    code: `member.${account}`,
    kind,
    ...momentsOf(query),
    zone,
    months: [...listed],
  })
  return {
    ...page,
    months: sums.map(({ month, amount }) => ({ month, crels: signOf(account) * amount || 0 })),
  }
}

/** A page's entries alone, as the file has them. */
export async function statementEntries(
  db: Db,
  { party }: Pick<MemberActor, 'party'>,
  { account, limit, cursor, kind, ...dates }: WalletQuery,
): Promise<Pick<StatementPage, 'items' | 'nextCursor'>> {
  const { items, nextCursor } = await statement(db, {
    party,
    codes: [`member.${account}`],
    limit,
    cursor,
    kind,
    ...momentsOf(dates),
  })
  const named = await aboutEarnings(db, items)
  const sign = signOf(account)
  return {
    items: items.map((entry) => ({
      transactionId: entry.txnId,
      at: entry.effectiveAt.toISOString(),
      kind: entry.kind,
      crels: sign * entry.amount,
      // Avoids -0 for an empty debt.
      balanceAfter: sign * entry.balanceAfter || 0,
      about: named.get(entry.txnId) ?? null,
    })),
    nextCursor,
  }
}

/** The ledger has a debt as a negative balance. */
function signOf(account: StatementFilter['account']): 1 | -1 {
  return account === 'debt' ? -1 : 1
}

/** The time from the start of the first date until the end of the last, which is not included. */
function momentsOf({ from, to, zone = 'UTC' }: Pick<StatementFilter, 'from' | 'to' | 'zone'>) {
  if (!isZone(zone)) throw invalidValue('query.zone', m.wallet_statement_zone_unknown())
  if (from !== undefined && to !== undefined && from > to)
    throw invalidValue('query.from', m.wallet_statement_dates_swapped())
  return {
    since: from === undefined ? undefined : new Date(dateStarts(from, zone)),
    until: to === undefined ? undefined : new Date(dateStarts(addDays(to, 1), zone)),
  }
}

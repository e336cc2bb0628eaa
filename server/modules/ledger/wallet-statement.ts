import type { StatementEntry as EntryView, StatementPage } from '#contracts/wallet.responses.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { statement, type StatementEntry } from './ledger-queries.ts'

/** Names what entries were for, by ledger transaction; those it knows nothing about are absent. */
export type AboutEntries = (
  db: Db,
  entries: StatementEntry[],
) => Promise<Map<string, NonNullable<EntryView['about']>>>

export interface WalletQuery {
  account: 'available' | 'pending' | 'debt'
  limit: number
  cursor?: string
}

/** One page of the entries of one of a member's balances, newest first. A debt is shown as what is owed: positive. */
export async function walletStatement(
  db: Db,
  { subject }: Pick<MemberActor, 'subject'>,
  { account, limit, cursor }: WalletQuery,
  about: AboutEntries,
): Promise<StatementPage> {
  const { items, nextCursor } = await statement(db, {
    subject,
    codes: [`member.${account}`],
    limit,
    cursor,
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

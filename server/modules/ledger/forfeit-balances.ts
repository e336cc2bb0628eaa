import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import {
  houseIssued,
  housePoints,
  memberAvailable,
  memberDebt,
  memberPending,
  memberPoints,
  type AccountRef,
  type Line,
} from './accounts.ts'
import { closeParty } from './close-party.ts'
import { releaseHold } from './holds.ts'
import { lockAccounts } from './lock-accounts.ts'
import { post } from './post.ts'

/** What the ledger does when a member leaves: it keeps its entries, and the balances go to the house. */
export function ledgerErasure(db: Db): MemberErasure {
  return {
    name: 'ledger',
    erase: async ({ party }) => await inTransaction(db, async (tx) => await forfeitBalances(tx, party)),
  }
}

/**
 * Empties a party's accounts into the house's, by an entry like any other, and closes them for good: what was
 * available, pending or reserved, and points, are taken out of circulation; a debt is written off. All four accounts
 * are opened first where they are missing, so that nothing is ever paid to the party again (`account_closed`). `why` is the
 * kind and the scope of the entry.
 */
export async function forfeitBalances(
  tx: Tx,
  party: string,
  why: 'account_deleted' | 'demo.removed' = 'account_deleted',
): Promise<void> {
  const named = [memberAvailable(party), memberPending(party), memberDebt(party), memberPoints(party)]
  await lockAccounts(tx, named)
  if (await isClosed(tx, party)) return
  for (const holdId of await openHolds(tx, party)) await releaseHold(tx, holdId)
  const balances = await lockAccounts(tx, named)
  const lines = [
    ...balances.slice(0, 3).flatMap((account) => toHouse(account, account.posted, houseIssued)),
    ...(await lotsOf(tx, party)).flatMap(({ lot, remaining }) =>
      toHouse(memberPoints(party), remaining, housePoints, lot),
    ),
  ]
  if (lines.length > 0) await post(tx, { kind: why, scope: why, idem: party, lines })
  await closeParty(tx, party)
}

/** Whether a party's accounts were closed: its member is gone. True only after they were locked, or for good. */
export async function isClosed(db: Db, party: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where party = ${party} and closed_at is not null limit 1`.execute(db)
  return rows.length > 0
}

function toHouse(
  { party, code, asset }: AccountRef,
  amount: number,
  house: AccountRef,
  lot?: number,
): Line[] {
  if (amount === 0) return []
  return [
    { party, code, asset, amount: -amount, ...(lot === undefined ? {} : { lot }) },
    { ...house, amount },
  ]
}

async function openHolds(tx: Tx, party: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from hold h join account a on a.id = h.account_id
    where a.party = ${party} and h.state = 'open' order by h.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lot by lot: a debit that names none takes from those alone that have not expired. */
async function lotsOf(tx: Tx, party: string): Promise<{ lot: number; remaining: number }[]> {
  const { rows } = await sql<{ lot: number; remaining: number }>`
    select l.id as lot, l.remaining from point_lot l join account a on a.id = l.account_id
    where a.party = ${party} and l.remaining > 0 order by l.id`.execute(tx)
  return rows
}

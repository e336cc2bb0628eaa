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
import { closeSubject } from './close-subject.ts'
import { releaseHold } from './holds.ts'
import { lockAccounts } from './lock-accounts.ts'
import { post } from './post.ts'

/** What the ledger does when a member leaves: it keeps its entries, and the balances go to the house. */
export function ledgerErasure(db: Db): MemberErasure {
  return {
    name: 'ledger',
    erase: async ({ subject }) => await inTransaction(db, async (tx) => await forfeitBalances(tx, subject)),
  }
}

/**
 * Empties a subject's accounts into the house's, by an entry like any other, and closes them for good: what was
 * available, pending or held, and points, are taken out of circulation; a debt is written off. All four accounts are
 * opened first where they are missing, so that nothing is ever paid to the subject again (`account_closed`).
 */
export async function forfeitBalances(tx: Tx, subject: string): Promise<void> {
  const named = [memberAvailable(subject), memberPending(subject), memberDebt(subject), memberPoints(subject)]
  await lockAccounts(tx, named)
  if (await isClosed(tx, subject)) return
  for (const holdId of await openHolds(tx, subject)) await releaseHold(tx, holdId)
  const balances = await lockAccounts(tx, named)
  const lines = [
    ...balances.slice(0, 3).flatMap((account) => toHouse(account, account.posted, houseIssued)),
    ...(await lotsOf(tx, subject)).flatMap(({ lot, remaining }) =>
      toHouse(memberPoints(subject), remaining, housePoints, lot),
    ),
  ]
  if (lines.length > 0)
    await post(tx, { kind: 'account_deleted', scope: 'account_deleted', idem: subject, lines })
  await closeSubject(tx, subject)
}

/** Whether a subject's accounts were closed: its member is gone. True only after they were locked, or for good. */
export async function isClosed(tx: Tx, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where subject = ${subject} and closed_at is not null limit 1`.execute(tx)
  return rows.length > 0
}

function toHouse(
  { subject, code, asset }: AccountRef,
  amount: number,
  house: AccountRef,
  lot?: number,
): Line[] {
  if (amount === 0) return []
  return [
    { subject, code, asset, amount: -amount, ...(lot === undefined ? {} : { lot }) },
    { ...house, amount },
  ]
}

async function openHolds(tx: Tx, subject: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from hold h join account a on a.id = h.account_id
    where a.subject = ${subject} and h.state = 'open' order by h.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lot by lot: a debit that names none takes from those alone that have not expired. */
async function lotsOf(tx: Tx, subject: string): Promise<{ lot: number; remaining: number }[]> {
  const { rows } = await sql<{ lot: number; remaining: number }>`
    select l.id as lot, l.remaining from point_lot l join account a on a.id = l.account_id
    where a.subject = ${subject} and l.remaining > 0 order by l.id`.execute(tx)
  return rows
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { campaignBudget, houseIssued, memberAvailable, move, type AccountRef, type Line } from './accounts.ts'
import { post, type Posted } from './post.ts'

/** Runs one use case in a transaction of its own, as a handler does. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().execute(work)
}

/** Posts lines under a key of their own unless one is given. */
export async function postLines(
  db: Db,
  lines: Line[],
  idem: string = randomUUID(),
  kind = 'test',
): Promise<Posted> {
  return await inTransaction(db, (tx) => post(tx, { kind, scope: 'test', idem, lines }))
}

/** Gives an account crels out of the house. */
export async function fund(db: Db, account: AccountRef, crels: number): Promise<Posted> {
  return await postLines(db, move(houseIssued, account, crels))
}

/** A member's available account with crels on it. */
export async function fundedMember(db: Db, party: string, crels: number): Promise<AccountRef> {
  const account = memberAvailable(party)
  await fund(db, account, crels)
  return account
}

/** A new campaign id, with a budget. */
export async function fundedCampaign(db: Db, crels: number): Promise<AccountRef> {
  const budget = campaignBudget(`cmp_${randomUUID().replaceAll('-', '')}`)
  await fund(db, budget, crels)
  return budget
}

/** The posted balance of an account, over its stripes; 0 when it is not open. */
export async function postedOf(db: Db, { party, code, asset }: AccountRef): Promise<number> {
  const { rows } = await sql<{ posted: number }>`
    select coalesce(sum(posted), 0)::bigint as posted from account
    where party = ${party} and code = ${code} and asset = ${asset}
  `.execute(db)
  return rows[0]!.posted
}

/** Whether the ledger posts in legs, so that each transaction has lines of clearing accounts beside its own. */
export async function postsInLegs(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('ledger_legs') is not null as is`.execute(db)
  return rows[0]!.is
}

/** How many of a list of attempts succeeded, and the codes of those refused. */
export async function outcomes(
  attempts: Promise<unknown>[],
): Promise<{ succeeded: number; refused: string[] }> {
  const settled = await Promise.allSettled(attempts)
  const refused = settled
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => String((reason as { code?: string }).code ?? reason))
  return { succeeded: settled.length - refused.length, refused }
}

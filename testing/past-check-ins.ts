import { sql } from 'kysely'
import { grantAward } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { inAYear } from '#testing/points.ts'

/** Gives a member check-ins on dates that are over, each worth a point, as if they had been taken then. */
export async function pastCheckIns(db: Db, party: string, dates: string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const date of dates) {
      const award = { party, program: 'daily-check-in', period: date, points: 1, expiresAt: inAYear() }
      const { txnId } = await grantAward(tx, award)
      await sql`
        insert into check_in (party, date, at, zone, days, points, bonus_points, txn_id)
        values (${party}, ${date}, ${`${date}T12:00:00Z`}, 'UTC', 1, 1, 0, ${txnId})`.execute(tx)
    }
  })
}

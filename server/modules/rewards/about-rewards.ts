import { sql } from 'kysely'
import type { AboutPoints } from '#contracts/points.responses.ts'
import type { Db } from '#server/platform/database.ts'
import { checkInProgram } from './check-in.ts'
import { holderPrizeProgram } from './holder-prize.ts'
import { monthlyClaimProgram } from './monthly-claim.ts'

/** What transactions of rewards were for, by their id: the date of a check-in, the month of a claim. */
export async function aboutRewards(db: Db, transactionIds: string[]): Promise<Map<string, AboutPoints>> {
  const { rows } = await sql<Row>`
    select w.txn_id as id, w.program, w.period, c.days as streak, c.bonus_points as "bonusPoints"
    from award w left join check_in c on c.txn_id = w.txn_id
    where w.txn_id = any (${transactionIds})
      and w.program = any (${[checkInProgram, monthlyClaimProgram, holderPrizeProgram]})`.execute(db)
  return new Map(rows.flatMap((row) => (aboutOf(row) ? [[row.id, aboutOf(row)!] as const] : [])))
}

interface Row {
  id: string
  program: string
  period: string
  streak: number | null
  bonusPoints: number | null
}

function aboutOf({ program, period, streak, bonusPoints }: Row): AboutPoints | null {
  if (program !== checkInProgram) return { type: 'month', month: period }
  // A history that was loaded has points without check-ins.
  if (streak === null) return null
  return { type: 'check-in', date: period, streak, bonusPoints: bonusPoints ?? 0 }
}

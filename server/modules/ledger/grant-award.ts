import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { housePoints, memberPoints, move, type Line } from './accounts.ts'
import { namingRefusals } from './ledger-error.ts'
import { requireExact } from './post.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

export interface AwardInput {
  party: string
  /** The reward, which is the transaction's kind too: `daily-check-in`. */
  program: string
  /** What it is once per: a date, a month, a campaign; `once` for once in a life. */
  period: string
  points: number
  /** When the points expire. */
  expiresAt: Date
  effectiveAt?: Date
}

export interface Awarded {
  txnId: string
  /** False when it had been granted before; then nothing moved, whatever the amount was. */
  granted: boolean
}

/** Pays a reward in points exactly once for party, program and period, however many ask at once. */
export async function grantAward(tx: Tx, input: AwardInput): Promise<Awarded> {
  const { party, program, period, points, expiresAt, effectiveAt } = input
  const [from, to] = move(housePoints, memberPoints(party), points)
  const lines: Line[] = [from, { ...to, expiresAt }]
  requireExact(lines)
  const { rows } = await namingRefusals(() =>
    sql<Awarded>`
      select posted_id as "txnId", granted
      from ledger_grant_award(${party}, ${program}, ${period}, ${effectiveAt ?? null}, ${JSON.stringify(lines)}) ${keepsPlan}`.execute(
      tx,
    ),
  )
  return rows[0]!
}

import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Something that happened, and when. */
export interface Moment {
  at: Date
  happen(): Promise<unknown>
}

/**
 * Runs `work` as if it were `at`: what happens in it is dated then, by code and SQL alike. The clock is moved inside
 * the transaction only, so no other one sees it.
 */
export async function inTheirTime<T>(tx: Tx, at: Date, work: () => Promise<T>): Promise<T> {
  const before = await moveClock(tx, at)
  const result = await work()
  await setClock(tx, before)
  return result
}

/**
 * Lets moments happen in the order of time. The clock goes from each to the next, and back after the last: whoever asks
 * for the time passes all versions of its row that this transaction wrote.
 */
export async function inOrder(tx: Tx, moments: readonly Moment[]): Promise<void> {
  let before: string | undefined
  for (const { at, happen } of moments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const shift = await moveClock(tx, at)
    before ??= shift
    await happen()
  }
  if (before !== undefined) await setClock(tx, before)
}

/** Moves the clock to `at`; answers how far it was moved before. */
async function moveClock(tx: Tx, at: Date): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    update clock_offset set shift = ${at}::timestamptz - clock_timestamp()
    returning old.shift::text as before`.execute(tx)
  return rows[0]!.before
}

async function setClock(tx: Tx, shift: string): Promise<void> {
  await sql`update clock_offset set shift = ${shift}::interval`.execute(tx)
}

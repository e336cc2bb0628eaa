import { sql } from 'kysely'
import type { Logger } from 'pino'
import { seasonOf } from '#rules/season.ts'
import { economyAt } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { applyChanges } from './apply-changes.ts'
import { dayMs } from '#rules/utc-date.ts'

/**
 * Freezes the rankings of months that are over, some minutes later, when everything that was earned in them is applied.
 * Nothing changes them from then on. Answers the months; one that fails is logged and tried again at the
 * next run.
 */
export async function freezeSeasons(db: Db, { log }: { log: Logger }): Promise<string[]> {
  // Also counts anew where that is due, which a round within the freezing could not.
  await applyChanges(db, { wait: true })
  const { rows } = await sql<{ startsAt: Date }>`
    select distinct starts_at as "startsAt" from leaderboard_board
    where span = 'month' and closed_at is null and ends_at <= crels_now() - interval '10 minutes'
    order by 1`.execute(db)
  const frozen: string[] = []
  await eachOrThrow(
    rows,
    async ({ startsAt }) => {
      if (await inTransaction(db, async (tx) => await freezeSeason(tx, startsAt)))
        frozen.push(seasonOf(startsAt))
    },
    (error, { startsAt }) => log.error({ err: error, month: seasonOf(startsAt) }, 'season not frozen'),
  )
  return frozen
}

/** Freezes one month; false where another process has. The lock of the last round keeps the boards as they are. */
async function freezeSeason(tx: Tx, startsAt: Date): Promise<boolean> {
  const applied = await sql<{ changed: number }>`select leaderboard_apply(true) as changed`.execute(tx)
  if (applied.rows[0]!.changed < 0) return false
  const at = await databaseNow(tx)
  const { rows } = await sql<{ endsAt: Date }>`
    update leaderboard_board set closed_at = ${at}
    where span = 'month' and starts_at = ${startsAt} and closed_at is null
    returning ends_at as "endsAt"`.execute(tx)
  if (!rows[0]) return false
  const { ranks, reviewDays } = (await economyAt(tx, rows[0].endsAt)).seasonPrize
  await sql`
    insert into season (month, frozen_at, review_until, prizes)
    values (${seasonOf(startsAt)}, ${at}, ${new Date(at.getTime() + reviewDays * dayMs)},
            ${JSON.stringify(ranks)}::jsonb)`.execute(tx)
  await sql`select leaderboard_changed()`.execute(tx)
  return true
}

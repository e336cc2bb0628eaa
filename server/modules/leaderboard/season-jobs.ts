import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/database.ts'
import { eachByItself } from '#server/platform/each-by-itself.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { approveDueSeasons } from './approve-season.ts'
import { freezeSeasons } from './freeze-seasons.ts'
import { paySeasons, type PaidSeasons } from './pay-seasons.ts'

/** What became of the seasons in one run. */
export interface SettledSeasons extends PaidSeasons {
  frozen: string[]
  approved: string[]
}

/**
 * Freezes what is over, approves what was reviewed, pays what is approved: each step goes on where another ended, and one
 * that fails keeps none of those behind from theirs. Throws what it failed for at the end.
 */
export async function settleSeasons(db: Db, { log }: { log: Logger }): Promise<SettledSeasons> {
  const done: SettledSeasons = { frozen: [], approved: [], paid: 0, withheld: 0 }
  const errors: unknown[] = []
  await eachByItself(
    [
      async () => ({ frozen: await freezeSeasons(db, { log }) }),
      async () => ({ approved: await approveDueSeasons(db, { log }) }),
      async () => await paySeasons(db, { log }),
    ],
    async (step) => Object.assign(done, await step()),
    (error) => errors.push(error),
  )
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} steps of seasons failed`)
  return done
}

/** The jobs of seasons, weeks and days. */
export function seasonJobs(deps: { db: Db; log: Logger }): Job[] {
  return [
    job({
      name: 'settle-seasons',
      doc: 'Freezes the ranking of a month that is over, ends its review when it is time, and pays its prizes.',
      cron: '*/5 * * * *',
      retryLimit: 0,
      run: async () => await settleSeasons(deps.db, deps),
    }),
    job({
      name: 'start-leaderboard-day',
      doc: 'Remembers the first thousand ranks as the day (UTC) begins, and forgets weeks that are over.',
      cron: '0 0 * * *',
      run: async () => await startDay(deps.db),
    }),
  ]
}

/** Ranks of this depth are compared with the day before. */
const rememberedRanks = 1_000

/** Remembers today's ranks, and deletes the boards of weeks that ended a week ago. */
export async function startDay(db: Db): Promise<{ remembered: number; forgotten: number }> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '15min'`.execute(tx)
    await sql`delete from leaderboard_yesterday`.execute(tx)
    const remembered = await sql`
      insert into leaderboard_yesterday (board, party, rank)
      select b.id, s.party, row_number() over (partition by b.id order by -s.value, s.reached_seq)
      from leaderboard_board b
      cross join lateral (
        select s.party, s.value, s.reached_seq from leaderboard_standing s
        where s.board = b.id and s.value > 0 and not s.is_excluded
        order by -s.value, s.reached_seq limit ${rememberedRanks}
      ) s
      where b.closed_at is null and b.ends_at > crels_now()`.execute(tx)
    const forgotten = await sql`
      delete from leaderboard_board where span = 'week' and ends_at < crels_now() - interval '7 days'`.execute(
      tx,
    )
    return {
      remembered: Number(remembered.numAffectedRows),
      forgotten: Number(forgotten.numAffectedRows),
    }
  })
}
